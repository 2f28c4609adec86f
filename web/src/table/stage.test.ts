import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { TableEvent, TableView } from '../protocol/types';
import { announcer } from '../ui/announcer.svelte';
import { ANN, changes, changeWith, snapshot, terms } from '../testing/round';
import { beatOf } from './beats';
import { evolve } from './evolve';
import { sceneOf, type Scene } from './scene';
import { Stage } from './stage.svelte';
import { settings } from '../ui/settings.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  announcer.sentences = [];
});
afterEach(() => vi.useRealTimers());

function seated(): Stage {
  const stage = new Stage(() => [ANN]);
  stage.show(snapshot.view);
  for (const change of changes) {
    if (change === changeWith('bets_locked')) break;
    stage.perform(change.events, change.view);
  }
  return stage;
}

test('the dealing for one player takes less than two seconds', () => {
  let scene = sceneOf(snapshot.view);
  let ms = 0;
  for (const event of changeWith('bets_locked').events) {
    scene = evolve(scene, event);
    if (event.type === 'cards_dealt' && event.seat === 1) continue; // The other player at the table.
    ms += beatOf(event, '', scene, [ANN], terms).ms;
  }
  expect(ms).toBeLessThan(2_000);
});

test('bets show at once, a deal takes its time', async () => {
  const stage = seated();
  expect(stage.playing).toBe(false);
  const deal = changeWith('bets_locked');
  stage.perform(deal.events, deal.view);
  expect(stage.playing).toBe(true);
  await vi.advanceTimersByTimeAsync(600);
  expect(stage.version).toBeLessThan(deal.version);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stage.playing).toBe(false);
  expect(stage.version).toBe(deal.version);
});

test('a round takes longer or less at the speed that was chosen', async () => {
  const spent = [];
  for (const speed of ['relaxed', 'normal', 'fast'] as const) {
    settings.chosen.speed = speed;
    const stage = seated();
    const deal = changeWith('bets_locked');
    stage.perform(deal.events, deal.view);
    let ms = 0;
    for (; stage.playing && ms < 20_000; ms += 50) await vi.advanceTimersByTimeAsync(50);
    spent.push(ms);
  }
  settings.chosen.speed = 'normal';
  const [relaxed = 0, normal = 0, fast = 0] = spent;
  expect(relaxed).toBeGreaterThan(normal);
  expect(normal).toBeGreaterThan(fast);
});

test('a click shows the rest at once', async () => {
  const stage = seated();
  const deal = changeWith('bets_locked');
  stage.perform(deal.events, deal.view);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(stage.version).toBe(deal.version);
  expect(stage.scene?.seats.find((seat) => seat.seat === ANN)?.hand.cards).not.toContain('??');
});

test('a snapshot in the middle of a deal replaces it', async () => {
  const stage = seated();
  const deal = changeWith('bets_locked');
  stage.perform(deal.events, deal.view);
  const last = changeWith('round_ended');
  stage.show(last.view);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stage.version).toBe(last.version);
  expect(stage.scene?.round).toBe(last.view.round);
});

test('nobody is asked for their seats after leaving', async () => {
  const own = vi.fn(() => [ANN]);
  const stage = new Stage(own);
  stage.show(snapshot.view);
  const deal = changeWith('bets_locked');
  stage.perform(deal.events, deal.view);
  stage.stop();
  own.mockClear();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(own).not.toHaveBeenCalled();
  expect(stage.playing).toBe(false);
});

test('what happens to your own seat is said, other seats are not talked about', async () => {
  const stage = seated();
  for (const type of ['bets_locked', 'round_ended'] as const) {
    const change = changeWith(type);
    const texts = change.events.map(({ type }) => (type === 'wager_taken' ? 'A bet is taken' : ''));
    stage.perform(change.events, change.view, texts);
    stage.skip();
    await vi.advanceTimersByTimeAsync(0);
  }
  const said = announcer.sentences.map((each) => each.text);
  expect(said.at(-1)).toBe('Round result: −$6.');
  expect(said.some((text) => text.startsWith('A bet is taken. '))).toBe(true);
});

test.each(['A bet is taken', 'A bet is taken.'])('"%s" is followed by its reason', (text) => {
  const { events, view } = changeWith('round_ended');
  const taken = events.find((event) => event.type === 'wager_taken' && event.seat === ANN);
  const line = { seat: ANN, why: 'Because.', of_meter: false, result: 'lose' };
  const scene = { ...sceneOf(view), lines: [line] } as unknown as Scene;
  const said = taken && beatOf(taken, text, scene, [ANN], terms).spoken;
  expect(said).toBe('A bet is taken. Because.');
});

test('the service’s sentences are said, with the cards by their names', () => {
  const { events, view } = changeWith('dealer_revealed');
  const [shown] = events.filter((event) => event.type === 'dealer_revealed');
  const text = 'The dealer shows Qs 7h 2d: Queen high';
  expect(shown && beatOf(shown, text, sceneOf(view), [ANN], terms).spoken).toBe(
    'The dealer shows queen of spades, seven of hearts, two of diamonds: Queen high',
  );
});

test('an event that cannot be shown does not stop the table', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stage = seated();
  const deal = changeWith('bets_locked');
  const broken = { type: 'cards_dealt', seat: ANN } as unknown as TableEvent; // Without cards.
  stage.perform([broken], deal.view);
  await vi.advanceTimersByTimeAsync(0);
  expect(said).toHaveBeenCalledOnce();
  expect(stage.playing).toBe(false);
  expect(stage.version).toBe(deal.version);
  expect(stage.scene).toEqual(sceneOf(deal.view));
  said.mockRestore();
});

test('a view that cannot be shown does not leave the table waiting for its end', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stage = seated();
  const view = { version: stage.version + 1 } as TableView; // Without seats.
  stage.perform([], view);
  await vi.advanceTimersByTimeAsync(0);
  expect(stage.playing).toBe(false);
  expect(said).toHaveBeenCalled();
  said.mockRestore();
});

test('hands are called as the table calls them', async () => {
  const stage = seated();
  const change = changeWith('dealer_revealed');
  const events = change.events.map((event) =>
    event.type === 'dealer_revealed' ? { ...event, hand: 'Pair of Eights, King' } : event,
  );
  stage.perform(events, change.view);
  stage.skip();
  await vi.advanceTimersByTimeAsync(0);
  expect(stage.scene?.dealerHand.name).toBe('Pair of Eights, King');
});

const ended = changeWith('round_ended');
const other = ended.view.seats.find((each) => each.seat !== ANN)?.seat ?? 0;
const bet = (seat: number): TableEvent[] => {
  const placed = changeWith('wager_placed').events.find((each) => each.type === 'wager_placed');
  return placed?.type === 'wager_placed' ? [{ ...placed, seat, amount: 700, before: 0 }] : [];
};
const seatOf = (stage: Stage, seat: number) =>
  stage.scene?.seats.find((each) => each.seat === seat);
const hasBet = (stage: Stage, seat: number) =>
  Object.values(seatOf(stage, seat)?.spots ?? {}).some((spot) => spot.amount === 700);

/** A stage that has shown the round, with what came together with its end. */
async function played(after: TableEvent[] = [], view = ended.view): Promise<Stage> {
  const stage = new Stage(() => [ANN]);
  stage.show(snapshot.view);
  for (const change of changes) {
    if (change === ended) stage.perform([...ended.events, ...after], view);
    else stage.perform(change.events, change.view);
    stage.skip();
    if (change === ended) break;
  }
  await vi.runAllTimersAsync();
  return stage;
}

test('bets of others wait while your own result is read, and come with your own bet', async () => {
  const stage = await played();
  expect(other).not.toBe(0);
  stage.perform(bet(other), ended.view);
  await vi.runAllTimersAsync();
  expect(hasBet(stage, other)).toBe(false);
  expect(stage.scene?.over).toBe(true);
  stage.perform(bet(ANN), ended.view);
  await vi.runAllTimersAsync();
  expect(hasBet(stage, other)).toBe(true);
});

test('what your browser adds to the shuffle brings no bets of others over a result', async () => {
  const stage = await played();
  stage.perform(bet(other), ended.view);
  const committed = { type: 'entropy_committed', seat: ANN, commitment: '' } as TableEvent;
  stage.perform([committed], ended.view);
  await vi.runAllTimersAsync();
  expect(hasBet(stage, other)).toBe(false);
});

test('bets of others that come with the end of the round wait too', async () => {
  const seats = ended.view.seats.map((each) =>
    each.seat === other ? { ...each, wagers: { ante: 700 } } : each,
  );
  const view = { ...ended.view, version: ended.version + 1, seats };
  const stage = await played(bet(other), view);
  expect(stage.scene?.over).toBe(true);
  expect(hasBet(stage, other)).toBe(false);
  stage.perform(bet(ANN), view);
  await vi.runAllTimersAsync();
  expect(hasBet(stage, other)).toBe(true);
});

test('an event that cannot be shown at the end of a round puts no bet down twice', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const seats = ended.view.seats.map((each) =>
    each.seat === other ? { ...each, stack: each.stack - 700, wagers: { ante: 700 } } : each,
  );
  const view = { ...ended.view, version: ended.version + 1, seats };
  const broken = { type: 'cards_dealt', seat: ANN } as unknown as TableEvent; // Without cards.
  const stage = new Stage(() => []); // For a spectator nothing is held back.
  stage.show(snapshot.view);
  stage.perform([broken, ...ended.events, ...bet(other)], view);
  await vi.runAllTimersAsync();
  expect(said).toHaveBeenCalledOnce();
  expect(stage.playing).toBe(false);
  expect(stage.scene).toEqual(sceneOf(view));
  said.mockRestore();
});

test('a round that is over has its cards again after a reload, until somebody bets', async () => {
  const before = await played();
  const stage = new Stage(() => [ANN]);
  stage.show(ended.view);
  expect(seatOf(stage, ANN)?.hand.cards).toEqual([]);
  if (before.scene) stage.recall(before.scene);
  expect(seatOf(stage, ANN)?.hand).toEqual(seatOf(before, ANN)?.hand);
  expect(seatOf(stage, ANN)?.hand.name).not.toBe('');
  expect(stage.scene?.dealerHand).toEqual(before.scene?.dealerHand);
  stage.perform(bet(ANN), ended.view);
  await vi.runAllTimersAsync();
  expect(seatOf(stage, ANN)?.hand.cards).toEqual([]);
});
