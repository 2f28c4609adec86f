import { expect, test } from 'vitest';

import type { SeatView, TableView } from '../../protocol/types';
import { doing } from './wall';

const seat = {
  seat: 3,
  decision: 'fold',
} as unknown as SeatView;
const view = (given: Partial<TableView>) =>
  ({ next_to_decide: null, stub_count_due: false, ...given }) as TableView;

test('a seat is told by what it does', () => {
  expect(doing(view({}), seat)).toBe('folded');
  expect(doing(view({ next_to_decide: 3 }), seat)).toBe('to decide');
});
