import { expect, test, vi } from 'vitest';

import { session } from '../protocol/session.svelte';
import type { LiveState } from '../protocol/types';
import { PATIENCE_MS } from '../testing/patience';
import { ANN, changes, changeWith, house, you } from '../testing/round';
import { Table } from './table.svelte';

vi.mock('../text/names.svelte', async (original) => ({
  ...(await original<object>()),
  learnNames: vi.fn(),
}));

const ended = changeWith('round_ended');
/** The round as the service describes it afterwards: cards are visible until it ends. */
const before = changes.slice(0, changes.indexOf(ended));
const steps = [...before, { events: ended.events, view: before.at(-1)?.view }];
const told = {
  round: { number: ended.view.results_of },
  steps: steps.map((step) => ({ ...step, texts: step.events.map(() => 'Told.') })),
};

/** A page loaded while the table is in this state. */
class Loaded extends Table {
  readonly asked = vi.spyOn(this as unknown as { ask: () => Promise<unknown> }, 'ask');

  load(state: LiveState): void {
    session.person = { name: you, display: you, role: 'player', guest: true, waits: false };
    this.house = house;
    this.take(state);
    this.shown(state);
  }
}

test('a page that is loaded after a round shows its cards, and repeats its bets', async () => {
  const table = new Loaded('p-1');
  table.asked.mockResolvedValue(told);
  table.load(ended);
  expect(table.asked).toHaveBeenCalledWith(`rounds/${ended.view.results_of}`);
  const hand = () => table.stage.scene?.seats.find((seat) => seat.seat === ANN)?.hand;
  await vi.waitFor(() => expect(hand()?.cards).toHaveLength(3), PATIENCE_MS);
  expect(hand()?.name).not.toBe('');
  expect(table.stage.scene?.dealerHand.cards).toHaveLength(3);
  expect(table.betting.repeatSum).toBeGreaterThan(0);
  expect(table.deals).toBe(true);
});

test('in the middle of a round there is nothing to recall', () => {
  const table = new Loaded('p-1');
  table.load(changeWith('bets_locked'));
  expect(table.asked).not.toHaveBeenCalled();
});
