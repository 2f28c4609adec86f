import { expect, it } from 'vitest';

import type { TableView } from '../protocol/types';
import { remembered, repeated } from './last_bets';

const SPOTS = ['ante', 'pair_plus'];
const view = (phase: string, ...seats: object[]) =>
  ({ phase, seats: seats.map((each) => ({ wagers: {}, ...each })) }) as unknown as TableView;
const ann = { seat: 2, player: 'ann' };

it('bets that lay in the round are put down again, in the order of the spots', () => {
  const last = remembered({}, view('settling', { ...ann, wagers: { pair_plus: 500, ante: 1000 } }));
  expect(repeated(last, view('betting', ann), SPOTS)).toEqual([
    { type: 'place_wager', seat: 2, wager: 'ante', amount: 1000 },
    { type: 'place_wager', seat: 2, wager: 'pair_plus', amount: 500 },
  ]);
});

it('the lines of a round that is over tell them to whoever comes to the table then', () => {
  const results = [
    { wager: 'play', stake: 1000, toke: false },
    { wager: 'ante', stake: 1000, toke: false },
    { wager: 'ante_bonus', stake: 0, toke: false },
    { wager: 'ante', stake: 100, toke: true },
  ];
  const last = remembered({}, view('betting', { ...ann, results }));
  expect(repeated(last, view('betting', ann), SPOTS).map((each) => each.amount)).toEqual([1000]);
});

it('nobody makes the bets of another, nor twice', () => {
  const last = remembered({}, view('dealing', { ...ann, wagers: { ante: 500 } }));
  expect(repeated(last, view('betting', { ...ann, player: 'bob' }), SPOTS)).toEqual([]);
  expect(repeated(last, view('betting', { ...ann, wagers: { ante: 500 } }), SPOTS)).toEqual([]);
});
