import { expect, test } from 'vitest';

import type { SeatView, TableView } from '../../protocol/types';
import { atStake, cameTo, doing } from './wall';

const seat = {
  seat: 3,
  wagers: { ante: 1_000, pair_plus: 500 },
  tokes: { ante: 100 },
  play: 1_000,
  decision: 'fold',
} as unknown as SeatView;
const view = (given: Partial<TableView>) =>
  ({ next_to_decide: null, stub_count_due: false, ...given }) as TableView;

test('all that lies at a seat is added up', () => {
  expect(atStake(seat)).toBe(2_600);
});

test('the last round is told to whoever had a bet in it', () => {
  const results = [
    { stake: 500, paid: 1_500, returned: 500 },
    { stake: 500, paid: 0, returned: 0 },
    { stake: 100, paid: 0, returned: 0, toke: true },
  ] as SeatView['results'];
  expect(cameTo({ ...seat, results })).toBe(1_000);
  expect(cameTo({ ...seat, results: [] })).toBeNull();
});

test('a seat is told by what it does', () => {
  expect(doing(view({}), seat)).toBe('folded');
  expect(doing(view({ next_to_decide: 3 }), seat)).toBe('to decide');
});
