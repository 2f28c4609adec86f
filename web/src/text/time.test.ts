import { afterEach, expect, test } from 'vitest';

import { speak } from './catalogue.svelte';
import { lasting } from './time';

afterEach(() => speak('en'));

test.each([
  [59, '59 s'],
  [3 * 60, '3 min'],
  [3_600, '1 h'],
  [5_400, '1 h 30 min'],
  [3 * 86_400, '3 days'],
])('%i seconds are %s', (seconds, text) => {
  expect(lasting(seconds)).toBe(text);
});

test('days are in the language of the page', async () => {
  await speak('fr');
  expect(lasting(3 * 86_400).replace(/\s/g, ' ')).toBe('3 jours');
});
