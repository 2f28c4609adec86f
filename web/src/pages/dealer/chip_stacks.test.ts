import { expect, it } from 'vitest';

import { cut } from './chip_stacks';

const CHIPS = [100, 500, 2500, 10_000];

it('cuts a payout into the fewest chips', () => {
  expect(cut(18_600, CHIPS)).toEqual([
    { value: 10_000, count: 1 },
    { value: 2500, count: 3 },
    { value: 500, count: 2 },
    { value: 100, count: 1 },
  ]);
});

it('leaves what no chip of the house makes up', () => {
  expect(cut(1050, CHIPS)).toEqual([{ value: 500, count: 2 }]);
});

it('counts a million dollars without counting to it', () => {
  expect(cut(100_000_000, CHIPS)).toEqual([{ value: 10_000, count: 10_000 }]);
});
