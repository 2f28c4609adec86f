import { expect, it } from 'vitest';

import { fewestChips } from './fewest_chips';

const CHIPS = [100, 500, 2500, 10_000];

it('an amount is made of the fewest chips', () => {
  expect(fewestChips(18_600, CHIPS)).toEqual([
    { value: 10_000, count: 1 },
    { value: 2500, count: 3 },
    { value: 500, count: 2 },
    { value: 100, count: 1 },
  ]);
});

it('what no chip makes up is left over', () => {
  expect(fewestChips(1050, CHIPS)).toEqual([{ value: 500, count: 2 }]);
});

it('a million dollars is divided, not counted out', () => {
  expect(fewestChips(100_000_000, CHIPS)).toEqual([{ value: 10_000, count: 10_000 }]);
});
