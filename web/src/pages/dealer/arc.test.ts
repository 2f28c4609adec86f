import { expect, it } from 'vitest';

import { drop } from './arc';

it('the middle seat is farthest from the dealer, and the ends come round alike', () => {
  const seven = [1, 2, 3, 4, 5, 6, 7].map((seat) => drop(seat, 7));
  expect(seven[3]).toBe(0);
  expect(seven).toEqual([...seven].reverse());
  expect(seven.slice(3)).toEqual([...seven.slice(3)].sort((one, other) => one - other));
  expect(drop(7, 7)).toBeCloseTo(1, 2);
  expect(drop(1, 1)).toBe(0);
});
