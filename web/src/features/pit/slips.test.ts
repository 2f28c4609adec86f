import { expect, test } from 'vitest';

import { slipTitle, varianceText, type Slip } from './slips';

const slip = (about: Partial<Slip>): Slip =>
  ({ table: '1', currency: 'USD', kind: 'fill', state: 'done', cents: 0, ...about }) as Slip;

test('a slip has its number, an inventory its kind', () => {
  expect(slipTitle(slip({ number: 3 }))).toBe('Fill 3');
  expect(slipTitle(slip({ kind: 'credit', number: 4 }))).toBe('Credit 4');
  expect(slipTitle(slip({ kind: 'inventory', inventory: 'closing' }))).toBe('Closing inventory');
  expect(slipTitle(slip({ kind: 'drop_count', number: 2 }))).toBe('Drop box 2 counted');
});

test('a variance is told by sign and word', () => {
  const count = { kind: 'inventory', expected: 10_000 } as const;
  expect(varianceText(slip({ ...count, cents: 10_000 }))).toBe('Correct');
  expect(varianceText(slip({ ...count, cents: 9_500 }))).toBe('−$5, missing');
  expect(varianceText(slip({ ...count, cents: 10_100 }))).toBe('+$1, more than there should be');
  expect(varianceText(slip({ cents: 10_100 }))).toBe('');
});
