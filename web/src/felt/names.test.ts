import { expect, test } from 'vitest';

import { fitted, fittedLines } from './names';

test('a name that fits is written as it is, a longer one narrower, and only the longest is cut', () => {
  expect(fitted('Guest zebra', 110, 18.4)).toEqual({ text: 'Guest zebra' });
  expect(fitted('Guest woodpecker', 110, 18.4)).toEqual({ text: 'Guest woodpecker', width: 110 });
  expect(fitted('Bartholomew Featherstonehaugh', 110, 18.4).text).toBe('Bartholomew…');
});

test('a small place writes two words one below the other', () => {
  const texts = (name: string) => fittedLines(name, 100, 26).map((line) => line.text);
  expect(texts('Bot 2')).toEqual(['Bot 2']);
  expect(texts('Guest zebra')).toEqual(['Guest', 'zebra']);
  expect(texts('Guest woodpecker')).toEqual(['Guest', 'woodpecker']);
  expect(texts('Featherstonehaugh')).toEqual(['Feather…']);
});
