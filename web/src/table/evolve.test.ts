import { expect, test } from 'vitest';

import type { TableEvent } from '../protocol/types';
import { ANN, changes, changeWith, snapshot } from '../testing/round';
import { evolve } from './evolve';
import { netOf, sceneOf, settled, spotOf, type Scene } from './scene';

const seatOf = (scene: Scene, seat = ANN) => {
  const found = scene.seats.find((each) => each.seat === seat);
  if (!found) throw new Error(`nobody sits at seat ${seat}`);
  return found;
};

/** The scene after all events up to the first of a type. */
function until(type: TableEvent['type'], nth = 0): Scene {
  let scene = sceneOf(snapshot.view);
  let seen = 0;
  for (const change of changes) {
    for (const event of change.events) {
      scene = evolve(scene, event);
      if (event.type === type && seen++ === nth) return scene;
    }
    scene = settled(scene, change.view);
  }
  return scene;
}

test('a bet lies on its spot and leaves the stack', () => {
  const seat = seatOf(until('wager_placed', 1));
  expect(spotOf(seat, 'ante').amount).toBe(500);
  expect(seat.stack).toBe(19_500);
});

test('cards come as backs, and your own are turned when they may be seen', () => {
  expect(seatOf(until('cards_dealt', 1)).hand.cards).toEqual(['??', '??', '??']);
  const seen = until('cards_seen');
  expect(seatOf(seen).hand.cards).not.toContain('??');
  expect(seatOf(seen).hand.name).not.toBe('');
  expect(seatOf(seen, 1).hand.cards).toEqual(['??', '??', '??']);
});

test('the dealer shows, and the verdict is the one of the event', () => {
  const scene = until('dealer_revealed');
  expect(scene.dealerHand.cards).not.toContain('??');
  expect(scene.qualifies).toBe(false);
});

test('each bet is settled on its spot, in the order of the events', () => {
  const scene = until('round_ended');
  const lines = scene.lines.filter((line) => line.seat === ANN);
  expect(lines.map((line) => [line.wager, line.result])).toEqual([
    ['play', 'push'],
    ['ante', 'win'],
    ['pair_plus', 'lose'],
    ['six_card_bonus', 'lose'],
    ['progressive', 'lose'],
  ]);
  expect(lines[1]).toMatchObject({ stake: 500, paid: 500, net: 500, odds: '1 to 1' });
  expect(netOf(scene.lines, [ANN])).toBe(-600);
  expect(seatOf(scene).stack).toBe(19_400);
});

test('after the round its cards and results stay, though the view has none', () => {
  const last = changeWith('round_ended');
  let scene = until('round_ended');
  scene = settled(scene, last.view);
  expect(last.view.seats.every((seat) => seat.cards.length === 0)).toBe(true);
  expect(seatOf(scene).hand).toMatchObject({ racked: true });
  expect(seatOf(scene).hand.cards).toHaveLength(3);
  expect(scene.dealerHand.cards).toHaveLength(3);
  expect(spotOf(seatOf(scene), 'pair_plus').line?.net).toBe(-500);
});

test('the end of the round tells which cards counted, for as long as they are shown', () => {
  const scene = settled(until('round_ended'), changeWith('round_ended').view);
  expect(seatOf(until('hand_racked')).hand.counted).toBeNull();
  expect(seatOf(scene).hand.counted).toEqual({ cards: ['Kd'], dealers: ['9c'], five: [] });
  expect(scene.dealerHand.counted?.dealers).toEqual(['9c']);
  const placed = changeWith('wager_placed').events[0] as TableEvent;
  expect(seatOf(evolve(scene, { ...placed, seat: ANN } as TableEvent)).hand.counted).toBeNull();
});

test('the next bet sweeps your own place, and the lock the whole felt', () => {
  const over = settled(until('round_ended'), changeWith('round_ended').view);
  const placed = changeWith('wager_placed').events[0] as TableEvent;
  const bet = evolve(over, { ...placed, seat: ANN } as TableEvent);
  expect(seatOf(bet).hand.cards).toEqual([]);
  expect(spotOf(seatOf(bet), 'pair_plus').line).toBeNull();
  expect(seatOf(bet, 1).hand.cards).toHaveLength(3);
  const locked = changeWith('bets_locked').events.find((event) => event.type === 'bets_locked');
  const swept = evolve(bet, locked as TableEvent);
  expect(seatOf(swept, 1).hand.cards).toEqual([]);
  expect(swept.dealerHand.cards).toEqual([]);
  expect(swept.lines).toEqual([]);
});

test('going along with the events arrives at what the view says', () => {
  let scene = sceneOf(snapshot.view);
  for (const change of changes) {
    for (const event of change.events) scene = evolve(scene, event);
    for (const seat of change.view.seats) {
      expect(seatOf(scene, seat.seat).stack, `version ${change.version}`).toBe(seat.stack);
    }
    scene = settled(scene, change.view);
  }
});

test('whoever comes in later sees the results too', () => {
  const scene = sceneOf(changeWith('round_ended').view);
  expect(scene.over).toBe(true);
  expect(netOf(scene.lines, [ANN])).toBe(-600);
  expect(spotOf(seatOf(scene), 'ante').line?.result).toBe('win');
});

test('an event that the felt does not show changes nothing', () => {
  const scene = sceneOf(snapshot.view);
  const step = changes.flatMap((change) => change.events).find((each) => each.type === 'step_done');
  expect(evolve(scene, step as TableEvent)).toBe(scene);
});

test('a bet that was taken when its hand was folded is gone, though the round goes on', () => {
  const { view } = changeWith('cards_seen');
  const line = { wager: 'ante', stake: 500, result: 'forfeit', paid: 0, returned: 0 };
  const result = { ...line, toke: false, odds: '', on: '', why: '', clauses: [], departs_from: [] };
  const seats = view.seats.map((seat) => ({ ...seat, decision: 'fold', results: [result] }));
  const spot = spotOf(seatOf(sceneOf({ ...view, seats })), 'ante');
  expect(spot).toMatchObject({ amount: 0, line: { result: 'forfeit', net: -500 } });
});
