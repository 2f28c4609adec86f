import { expect, test } from 'vitest';

import { grownSince, stacksIn } from './void_returns';

const seat = (number: number, player: string, stack: number) => ({ seat: number, player, stack });

test('a player with two hands gets back what both have bet, once', () => {
  const before = { seats: [seat(1, 'ann', 9_000), seat(4, 'ben', 500), seat(5, 'ben', 500)] };
  const after = { seats: [seat(1, 'ann', 9_000), seat(4, 'ben', 2_000), seat(5, 'ben', 2_000)] };
  expect(grownSince(stacksIn(before), after)).toEqual([{ seats: [4, 5], cents: 1_500 }]);
});

test('who has just come gets nothing back', () => {
  expect(grownSince({}, { seats: [seat(1, 'ann', 9_000)] })).toEqual([]);
});
