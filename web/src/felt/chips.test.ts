import { expect, test } from 'vitest';

import { chipColour, chipText, piles } from './chips';

const USUAL = [100, 500, 2_500, 10_000, 50_000, 100_000];

test('an amount is made of the fewest chips, the greatest first', () => {
  expect(piles(13_700, USUAL)).toEqual([[10_000, 2_500, 500, 500, 100], [100]]);
});

test('no pile is higher than five, and there are at most three', () => {
  const found = piles(99_999_900, USUAL);
  expect(found.map((pile) => pile.length)).toEqual([5, 5, 5]);
});

test('chips have the usual colours', () => {
  expect(USUAL.map(chipColour)).toEqual(['white', 'red', 'green', 'black', 'purple', 'orange']);
});

test.each([
  [100, '1'],
  [2_500, '25'],
  [100_000, '1k'],
])('a chip of %i cents says %s', (cents, text) => {
  expect(chipText(cents)).toBe(text);
});
