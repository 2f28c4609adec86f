import { expect, it } from 'vitest';

import { place } from './places';

it('places have names', () => {
  expect([place(0), place(4), place(-1)]).toEqual(['the dealer', 'seat 4', 'the stub']);
});
