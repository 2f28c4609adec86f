import { expect, it } from 'vitest';

import { cut } from './chipping';

const CHIPS = [100, 500, 2500, 10_000];

it('cuts a payout into the fewest chips', () => {
  expect(cut(18_600, CHIPS)).toEqual({
    stacks: [
      { value: 10_000, number: 1 },
      { value: 2500, number: 3 },
      { value: 500, number: 2 },
      { value: 100, number: 1 },
    ],
    rest: 0,
  });
});

it('says what no chip of the house makes up', () => {
  expect(cut(1050, CHIPS)).toEqual({ stacks: [{ value: 500, number: 2 }], rest: 50 });
});

it('counts a million dollars without counting to it', () => {
  expect(cut(100_000_000, CHIPS).stacks).toEqual([{ value: 10_000, number: 10_000 }]);
});
