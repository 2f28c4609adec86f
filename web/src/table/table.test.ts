import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { session } from '../protocol/session.svelte';
import type { LiveState } from '../protocol/types';
import { PATIENCE_MS } from '../testing/patience';
import { ANN, changes, changeWith, house, you } from '../testing/round';
import { FakeSocket } from '../testing/socket';
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
  /** Answers what the table asks of the service. */
  readonly asked = vi.fn<(path: string) => Promise<unknown>>();

  constructor(id: string) {
    super(id);
    vi.stubGlobal('fetch', (path: string) =>
      this.asked(path).then(
        (found) => Response.json(found),
        ({ message }: Error) => Response.json({ message }, { status: 409 }),
      ),
    );
  }

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
  expect(table.asked).toHaveBeenCalledWith(`/api/tables/p-1/rounds/${ended.view.results_of}`);
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

describe('advice', () => {
  const deciding = changeWith('decisions_began');
  const exact = (value: number) => ({ exact: String(value), value });
  const advice = (seat: number) => ({
    ...{ seat, ante_cents: 500 },
    advice: { best: 'play', play: exact(1), fold: exact(-1), multiple: null },
  });
  /** The table while this seat decides. */
  const at = (seat: number): LiveState => ({
    ...deciding,
    view: { ...deciding.view, next_to_decide: seat },
  });

  test('is for the seat that decides: with two hands, the second gets its own', async () => {
    const [one = 0, other = 0] = deciding.view.seats.map(({ seat }) => seat);
    const table = new Loaded('p-1');
    const open: ((found: unknown) => void)[] = [];
    table.asked.mockImplementation(() => new Promise((give) => void open.push(give)));
    table.load(at(one));
    void table.askAdvice();
    void table.askAdvice(); // The panel and the first round both want it.
    expect(open).toHaveLength(1);
    open[0]?.(advice(one));
    await vi.waitFor(() => expect(table.adviceFor(one)).not.toBeNull());
    expect(table.adviceFor(other)).toBeNull();
    table.load(at(other));
    expect(table.adviceFor(one)).toBeNull();
    void table.askAdvice();
    expect(open).toHaveLength(2);
  });

  test('that comes too late is not shown', async () => {
    const [one = 0, other = 0] = deciding.view.seats.map(({ seat }) => seat);
    const table = new Loaded('p-1');
    table.asked.mockResolvedValueOnce(advice(one));
    table.load(at(one));
    const asked = table.askAdvice();
    table.load(at(other));
    await asked;
    expect(table.adviceFor(one)).toBeNull();
  });

  test('that fails is said once, and asked for again only on request', async () => {
    const table = new Loaded('p-1');
    table.asked.mockRejectedValue(new Error('Not now.'));
    table.load(at(ANN));
    await table.askAdvice();
    expect(table.refused?.message).toBe('Not now.');
    await table.askAdvice();
    expect(table.asked).toHaveBeenCalledTimes(1);
    await table.askAdvice(true);
    expect(table.asked).toHaveBeenCalledTimes(2);
  });
});

describe('a table that is left', () => {
  beforeEach(() => FakeSocket.begin());
  afterEach(() => vi.unstubAllGlobals());

  /** A table whose print comes when it is told to. */
  function opening() {
    let print: () => void = () => undefined;
    const asked = new Promise<Response>((give) => {
      print = () => give(new Response(JSON.stringify(house)));
    });
    vi.stubGlobal('fetch', () => asked);
    session.person = { name: you, display: you, role: 'player', guest: true, waits: false };
    session.loaded = true;
    const table = new Table('p-1');
    return { table, opened: table.open(), print };
  }

  test('while it is being opened connects to nothing', async () => {
    const { table, opened, print } = opening();
    table.close();
    print();
    await opened;
    expect(FakeSocket.all).toHaveLength(0);
  });

  test('lets nothing wait for it', async () => {
    const { table, opened, print } = opening();
    print();
    await opened;
    const sent = table.sendAndSee({ type: 'sit', seat: 2 });
    const reached = table.reached(99);
    table.close();
    await expect(sent).resolves.toBe(false);
    await expect(reached).resolves.toBeUndefined();
    expect(table.refused).toBeNull(); // Nobody is there to be told.
  });

  test('by a change of role refuses the command that was on its way', async () => {
    const { table, opened, print } = opening();
    print();
    await opened;
    const sent = table.sendAndSee({ type: 'sit', seat: 2 });
    table.takeRole('floor');
    await expect(sent).resolves.toBe(false);
    expect(table.refused?.code).toBe('connection/closed');
    table.close();
  });
});
