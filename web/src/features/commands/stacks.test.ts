import { expect, test } from 'vitest';

import { totalOf, withCount } from './stacks';

test('stacks add up, and stand with the highest value first', () => {
  let stacks = withCount([], 2_500, 4);
  stacks = withCount(stacks, 10_000, 10);
  expect(stacks).toEqual([
    { value: 10_000, count: 10 },
    { value: 2_500, count: 4 },
  ]);
  expect(totalOf(stacks)).toBe(110_000);
});

test('what there is none of is left out', () => {
  expect(withCount([{ value: 500, count: 3 }], 500, 0)).toEqual([]);
});
