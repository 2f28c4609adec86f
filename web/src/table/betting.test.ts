import { beforeEach, expect, test, vi } from 'vitest';

import type { Command } from '../protocol/commands';
import type { Answer } from '../protocol/outbox';
import { ANN, changeWith, house, snapshot } from '../testing/round';
import { Betting, type BettingTable } from './betting.svelte';
import { PATIENCE_MS } from '../testing/patience';

const betting_ = changeWith('wager_placed', -1);
const seat = betting_.view.seats.find((each) => each.seat === ANN);
if (!seat) throw new Error('ann is not seated');

let sent: Command[];
let answer: (command: Command) => Answer;
let table: BettingTable;
let betting: Betting;

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  answer = () => ({ version: 1_000 + sent.length });
  table = {
    id: 'p-1',
    house,
    live: snapshot,
    own: [{ ...seat, wagers: {} }],
    stage: { version: 0 },
    may: () => true,
    send: vi.fn((command: Command) => {
      sent.push(command);
      return Promise.resolve(answer(command));
    }),
  };
  betting = new Betting(table);
  betting.chooseFor(house);
});

const amounts = () =>
  sent.map((each) => [
    each.type,
    'wager' in each ? each.wager : undefined,
    'amount' in each ? each.amount : undefined,
  ]);
const shown = (wager: string) => betting.amount(ANN, wager);

test('the first chip in the hand is worth the least ante', () => {
  expect(betting.chip).toBe(500);
});

test('chips that fit on no spot are not offered', () => {
  expect(betting.chips).toEqual([100, 500, 2_500, 10_000]);
});

test('each chip adds to what was wished for, before the table has answered', () => {
  betting.add(ANN, 'ante');
  betting.add(ANN, 'ante');
  expect(amounts()).toEqual([
    ['place_wager', 'ante', 500],
    ['place_wager', 'ante', 1_000],
  ]);
  expect(shown('ante')).toBe(1_000);
  expect(betting.waits(ANN, 'ante')).toBe(true);
});

test('where only one amount is possible, any chip puts that amount', () => {
  betting.chip = 2_500;
  betting.add(ANN, 'progressive');
  expect(amounts()).toEqual([['place_wager', 'progressive', 100]]);
});

test('undo goes back step by step, and an empty spot is withdrawn from', async () => {
  betting.add(ANN, 'ante');
  betting.add(ANN, 'ante');
  await vi.waitFor(() => expect(betting.waits(ANN, 'ante')).toBe(false), PATIENCE_MS);
  betting.undo();
  betting.undo();
  expect(amounts().slice(2)).toEqual([
    ['place_wager', 'ante', 500],
    ['withdraw_wager', 'ante', undefined],
  ]);
  expect(betting.canUndo).toBe(false);
});

test('a refused chip is not shown, and not to be undone', async () => {
  answer = () => ({ refused: { code: 'wager/above_maximum', message: 'Too much.', clauses: [] } });
  betting.add(ANN, 'ante');
  await vi.waitFor(() => expect(betting.waits(ANN, 'ante')).toBe(false), PATIENCE_MS);
  expect(shown('ante')).toBeUndefined();
  expect(betting.canUndo).toBe(false);
});

test('double leaves alone what has only one amount', () => {
  table.own = [{ ...seat, wagers: { ante: 500, progressive: 100 } }];
  betting.double();
  expect(amounts()).toEqual([['place_wager', 'ante', 1_000]]);
});

test('clear takes every bet back', () => {
  table.own = [{ ...seat, wagers: { ante: 500, pair_plus: 500 } }];
  betting.clear();
  expect(sent.map((each) => each.type)).toEqual(['withdraw_wager', 'withdraw_wager']);
  expect(betting.hasBets).toBe(false);
});

test('the last bets are repeated in the order of the house, also after a reload', () => {
  const wagers = { progressive: 100, ante: 2_500 };
  table.live = { ...snapshot, view: { ...snapshot.view, phase: 'dealing' } };
  table.own = [{ ...seat, wagers }];
  betting.arrived();
  table.own = [{ ...seat, wagers: {} }];
  const later = new Betting(table);
  expect(later.canRepeat).toBe(true);
  later.repeat();
  expect(amounts()).toEqual([
    ['place_wager', 'ante', 2_500],
    ['place_wager', 'progressive', 100],
  ]);
});

test('the results of a round say what can be repeated, to a browser that was not there too', () => {
  const results = changeWith('round_ended').view.seats.find((each) => each.seat === ANN)?.results;
  table.live = { ...snapshot, view: { ...snapshot.view, phase: 'betting' } };
  table.own = [{ ...seat, wagers: {}, results: results ?? [] }];
  expect(betting.canRepeat).toBe(false);
  betting.arrived();
  expect(betting.canRepeat).toBe(true);
  const staked = (results ?? []).filter((line) => line.wager !== 'play' && !line.toke);
  expect(betting.repeatSum).toBe(staked.reduce((sum, line) => sum + line.stake, 0));
});

test('a chip for the dealer is a toke beside the bet', () => {
  betting.as = 'toke';
  betting.add(ANN, 'ante');
  expect(amounts()).toEqual([['place_toke', 'ante', 500]]);
});

test('a coupon lies beside the bet, and the next click is a bet again', () => {
  betting.as = 'coupon';
  betting.add(ANN, 'ante');
  expect(sent[0]).toMatchObject({ type: 'place_coupon', on: 'ante', face: 500 });
  betting.add(ANN, 'ante');
  expect(sent[1]?.type).toBe('place_wager');
});

test.each(['toke', 'coupon'] as const)(
  'while the next chip is a %s, no bet is taken back',
  (as) => {
    table.own = [{ ...seat, wagers: { ante: 500 } }];
    betting.as = as;
    betting.remove(ANN, 'ante');
    expect(sent).toEqual([]);
    betting.as = 'bet';
    betting.remove(ANN, 'ante');
    expect(amounts()).toEqual([['withdraw_wager', 'ante', undefined]]);
  },
);
