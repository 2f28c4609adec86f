import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { LiveState } from '../../protocol/types';
import { changeWith, house, snapshot, you } from '../../testing/round';
import Dock from './Dock.svelte';
import { Table } from '../../table/table.svelte';
import { settings } from '../../ui/settings.svelte';

/** A table in this state that only records what is sent. */
function tableAt(state: LiveState): Table {
  const table = new Table('p-1');
  table.house = house;
  table.live = state;
  table.stage.show(state.view);
  vi.spyOn(table, 'send').mockResolvedValue({ version: 0 });
  return table;
}

const shown = (table: Table) => render(Dock, { props: { table, onbuy: vi.fn() } });
const button = (name: string | RegExp) => screen.queryByRole('button', { name });

const exact = (value: number) => ({ exact: String(value), value });

beforeEach(() => {
  Object.assign(settings.chosen, { taught: true, advisor: false, trainer: false });
  session.person = { name: you, display: you, role: 'player', guest: true, waits: false };
});

test('the buttons of a decision are verbs, with the amount', async () => {
  const table = tableAt(changeWith('play_placed'));
  shown(table);
  await fireEvent.click(button('Play $5') as HTMLElement);
  expect(table.send).toHaveBeenCalledWith({ type: 'play', seat: 4 });
  expect(button('Fold')).not.toBeNull();
});

test('a second click on a decision changes nothing, and one without connection is kept', async () => {
  const table = tableAt(changeWith('play_placed'));
  let answer: (given: { version: number }) => void = () => undefined;
  const answered = new Promise<{ version: number }>((resolve) => (answer = resolve));
  vi.mocked(table.send).mockReturnValue(answered);
  shown(table);
  const play = button('Play $5') as HTMLElement;
  await fireEvent.click(play);
  void table.decide({ type: 'play', seat: 4 }); // The second half of a double click.
  expect(table.send).toHaveBeenCalledTimes(1);
  expect(play).toHaveProperty('disabled', true);
  expect(screen.getByText(/It will be sent when the connection is back/)).toBeTruthy();
  answer({ version: 0 });
  await vi.waitFor(() => expect(play).toHaveProperty('disabled', false));
  expect(screen.queryByText(/It will be sent/)).toBeNull();
});

test('the help of the first round does not hide that a decision waits for the connection', async () => {
  settings.chosen.taught = false;
  const table = tableAt(changeWith('play_placed'));
  vi.mocked(table.send).mockReturnValue(new Promise(() => undefined));
  shown(table);
  await fireEvent.click(button('Play $5') as HTMLElement);
  const waits = screen.getByText(/It will be sent when the connection is back/);
  expect(waits.classList.contains('said')).toBe(false);
});

test('nobody is invited to a bet that the table refuses', () => {
  settings.chosen.taught = false;
  const table = tableAt(changeWith('chips_bought'));
  table.betting.chip = 100;
  shown(table);
  expect(screen.getByText(/Select a chip of at least \$5/)).toBeTruthy();
  expect(screen.queryByText(/\$1 goes down/)).toBeNull();
});

test('nothing is offered that the table would not accept', () => {
  shown(tableAt(changeWith('bets_locked')));
  expect(button(/^Play/)).toBeNull();
  expect(button('Fold')).toBeNull();
  expect(button('Deal now')).toHaveProperty('disabled', true);
});

test('dealing is offered when the table would deal', async () => {
  const table = tableAt(changeWith('wager_placed', -1));
  shown(table);
  await fireEvent.click(button('Deal now') as HTMLElement);
  expect(table.send).toHaveBeenCalledWith({ type: 'announce_no_more_bets' });
});

test('whoever is not seated is told so and has no chips to pick', () => {
  shown(tableAt(snapshot));
  expect(screen.getByText('Take a seat, or watch.')).toBeTruthy();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

test('a guest is not invited to a seat at a money table', () => {
  shown(tableAt({ ...snapshot, stakes: 'money' }));
  expect(screen.getByText(/^This is a money table/)).toBeTruthy();
  expect(screen.queryByText('Take a seat, or watch.')).toBeNull();
});

test('nothing is decided on cards that are still being dealt', () => {
  const table = tableAt(changeWith('play_placed'));
  table.stage.playing = true;
  shown(table);
  expect(button(/^Play \$/)).toBeNull();
});

/** The table has this advice for seat 4. */
async function advise(table: Table, best: 'play' | 'fold', play: number) {
  const advice = { best, play: exact(play), fold: exact(-1), multiple: null };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ seat: 4, ante_cents: 500, advice })),
  );
  await table.askAdvice();
}

test('the help of the first round tells the advice, and tells it once', async () => {
  Object.assign(settings.chosen, { taught: false, advisor: true });
  const table = tableAt(changeWith('play_placed'));
  await advise(table, 'fold', -1.14);
  shown(table);
  expect(screen.getAllByText(/Better to fold/)).toHaveLength(1);
});

test.each([
  ['nobody advises', {}, 'play', 'Play $5'],
  ['the advice is to fold', { advisor: true }, 'fold', 'Fold'],
  ['the advice is to play', { advisor: true }, 'play', 'Play $5'],
  ['the first round advises', { taught: false }, 'fold', 'Fold'],
  ['the decision is tested', { trainer: true }, 'fold', ''],
] as const)('the way that stands out while %s', async (_, chosen, best, stands) => {
  Object.assign(settings.chosen, { advisor: false, trainer: false }, chosen);
  const table = tableAt(changeWith('play_placed'));
  await advise(table, best, -1.07);
  shown(table);
  const ways = [button('Play $5'), button('Fold')];
  const found = ways.filter((way) => way?.classList.contains('act'));
  expect(found.map((way) => way?.textContent.trim().replace(/\s+/g, ' '))).toEqual(
    stands ? [stands] : [],
  );
});

test('the first round explains itself as it goes, until it is skipped', async () => {
  settings.chosen.taught = false;
  const table = tableAt(changeWith('play_placed'));
  await advise(table, 'play', 0.5);
  shown(table);
  expect(screen.getByText(/places a second bet against the dealer.*Better to play/)).not.toBeNull();
  await fireEvent.click(button('I know the game') as HTMLElement);
  expect(screen.queryByText(/places a second bet/)).toBeNull();
  expect(settings.chosen.taught).toBe(true);
});

/** The table during betting, with these own bets and moves. */
function bets(
  wagers: Record<string, number>,
  more: Partial<LiveState> = {},
  refused = '',
): LiveState {
  const state = changeWith('wager_placed', -1);
  const seats = state.view.seats.map((seat) =>
    seat.player === you ? { ...seat, wagers, refused } : seat,
  );
  return { ...state, view: { ...state.view, seats }, ...more };
}

test('a bet that needs another is not dealt to, and the table says which', () => {
  const state = bets({ progressive: 100 }, {}, 'Progressive needs an ante beside it.');
  const moves = state.moves.filter((move) => move.type !== 'announce_no_more_bets');
  const table = tableAt({ ...state, moves });
  shown(table);
  expect(screen.getByText('Progressive needs an ante beside it.')).toBeTruthy();
  expect(button('Deal now')).toHaveProperty('disabled', true);
});

test.each([true, false])(
  'who is ready is told that the others are awaited (taught: %s)',
  (taught) => {
    settings.chosen.taught = taught;
    shown(tableAt(bets({ ante: 500 }, { ready: [4] })));
    expect(screen.getAllByText(/The cards come when the others are too/)[0]).toBeTruthy();
    expect(screen.queryByText(/Now have the cards dealt|Deal when you are ready/)).toBeNull();
  },
);

test('after a result the bets can be repeated, and that is what is said', () => {
  const table = tableAt(changeWith('round_ended'));
  const moves = changeWith('chips_bought', -1).moves;
  table.live = { ...changeWith('round_ended'), moves };
  table.betting.arrived();
  shown(table);
  expect(screen.getByText('Repeat your bets, or place others.')).toBeTruthy();
  expect(button(/^Repeat \$\d+ and deal$/)).not.toBeNull();
});
