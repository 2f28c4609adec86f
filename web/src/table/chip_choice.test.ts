import { expect, test } from 'vitest';

import { feltWith } from '../testing/felts';
import { firstChip, usableChips } from './chip_choice';

const limit = (minimum: number, maximum: number | null) => ({ minimum, maximum, step: 100 });
const chips = [100, 500, 2_500, 10_000];

test('chips that fit no spot are left out, and the first makes an ante', () => {
  const house = feltWith([], { chips, limits: { ante: limit(400, 5_000) } });
  expect(usableChips(house)).toEqual([100, 500, 2_500]);
  expect(firstChip(house)).toBe(500);
});

test('without a highest bet every chip fits, and without an ante of that size the highest is first', () => {
  const house = feltWith([], { chips, limits: { ante: limit(50_000, null) } });
  expect(usableChips(house)).toEqual(chips);
  expect(firstChip(house)).toBe(10_000);
  expect(firstChip(null)).toBeUndefined();
});
