import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { changes, snapshot } from '../testing/round';
import { FakeSocket } from '../testing/socket';
import { Connection, type Listener } from './connection.svelte';
import { waitBefore } from './live_socket.svelte';

const listening = () => ({
  snapshot: vi.fn<Listener['snapshot']>(),
  change: vi.fn<Listener['change']>(),
  beside: vi.fn<Listener['beside']>(),
  shut: vi.fn<Listener['shut']>(),
});

let listener: ReturnType<typeof listening>;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.begin();
  listener = listening();
  connection = new Connection('p 1', listener);
  connection.open();
});
afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// A change that names every field is still a change.
const change = (nth: number) => {
  const { version } = changes[nth - 1] ?? snapshot;
  return { ...(changes[nth] as (typeof changes)[0]), type: 'change', since: version };
};
const [first, second] = [change(0), change(1)];
const hearSnapshot = () => FakeSocket.last.hear({ ...snapshot, type: 'snapshot' });

test('it is live once the table has been seen', () => {
  expect(connection.status).toBe('connecting');
  hearSnapshot();
  expect(connection.status).toBe('live');
  expect(FakeSocket.last.url).toContain('/api/tables/p%201/live');
});

test('a lost connection comes back and asks for what was missed', () => {
  hearSnapshot();
  FakeSocket.last.hear(first);
  FakeSocket.last.break();
  expect(connection.status).toBe('reconnecting');
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  expect(FakeSocket.last.url).toContain(`after=${first.version}`);
  FakeSocket.last.hear(second);
  expect(connection.status).toBe('live');
  expect(listener.change).toHaveBeenCalledTimes(2);
});

test('a change that is known already is not shown twice', () => {
  hearSnapshot();
  FakeSocket.last.hear(first);
  FakeSocket.last.hear(first);
  expect(listener.change).toHaveBeenCalledTimes(1);
});

test('a change is applied to what is known, and what it does not name stays', () => {
  hearSnapshot();
  const view = { phase: 'halted' };
  FakeSocket.last.hear({ ...first, moves: undefined, view, deadline: null });
  const [, state] = listener.change.mock.calls[0] as Parameters<Listener['change']>;
  expect(state.view).toEqual({ ...snapshot.view, phase: 'halted' });
  expect(state.moves).toEqual(snapshot.moves);
  expect(state.deadline).toBeNull();
  expect(state.version).toBe(first.version);
});

test('a meter that another table moved and who is ready stay until they are named again', () => {
  hearSnapshot();
  FakeSocket.last.hear({ type: 'meter', meters: { main: 7 } });
  FakeSocket.last.hear({ type: 'ready', seats: [4] });
  FakeSocket.last.hear({ ...first, meters: undefined, ready: undefined });
  const [, state] = listener.change.mock.calls[0] as Parameters<Listener['change']>;
  expect([state.meters, state.ready]).toEqual([{ main: 7 }, [4]]);
  expect(listener.beside).toHaveBeenCalledTimes(2);
});

test('a change that cannot be shown still answers its commands', async () => {
  hearSnapshot();
  const answer = connection.send({ type: 'sit', seat: 2, id: 'c1' });
  listener.change.mockImplementationOnce(() => {
    throw new Error('no such picture');
  });
  const change = { ...first, answers: { c1: first.version } };
  expect(() => FakeSocket.last.hear(change)).toThrow('no such picture');
  await expect(answer).resolves.toEqual({ version: first.version });
});

test('a state that cannot be shown is still the latest, and commands go out', () => {
  listener.snapshot.mockImplementationOnce(() => {
    throw new Error('no such picture');
  });
  void connection.send({ type: 'sit', seat: 2 });
  expect(hearSnapshot).toThrow('no such picture');
  expect(connection.status).toBe('live');
  expect(FakeSocket.last.commands).toHaveLength(1);
});

test('after a break, a change that cannot be shown makes it live again', () => {
  hearSnapshot();
  FakeSocket.last.break();
  vi.advanceTimersByTime(10_000);
  listener.change.mockImplementationOnce(() => {
    throw new Error('no such picture');
  });
  expect(() => FakeSocket.last.hear(first)).toThrow('no such picture');
  expect(connection.status).toBe('live');
});

test('a connection that is closed refuses what is unanswered, and what comes later', async () => {
  hearSnapshot();
  const before = connection.send({ type: 'sit', seat: 2 });
  connection.close();
  await expect(before).resolves.toMatchObject({ refused: { code: 'connection/closed' } });
  const after = connection.send({ type: 'sit', seat: 3 });
  await expect(after).resolves.toMatchObject({ refused: { code: 'connection/closed' } });
});

test('so does one that the service has ended', async () => {
  hearSnapshot();
  const sent = connection.send({ type: 'sit', seat: 2 });
  FakeSocket.last.break(4401, 'You are no longer signed in.');
  await expect(sent).resolves.toMatchObject({ refused: { code: 'connection/closed' } });
});

test('trying again at once keeps what is unanswered', () => {
  hearSnapshot();
  void connection.send({ type: 'sit', seat: 2, id: 'c1' });
  connection.again();
  hearSnapshot();
  expect(FakeSocket.last.commands).toMatchObject([{ id: 'c1' }]);
});

test('after a gap the whole table is asked for', () => {
  hearSnapshot();
  FakeSocket.last.hear(second);
  expect(listener.change).not.toHaveBeenCalled();
  expect(connection.status).toBe('reconnecting');
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.last.url).not.toContain('after=');
  hearSnapshot();
  FakeSocket.last.hear(first);
  expect(listener.change).toHaveBeenCalledTimes(1);
});

test('a command that was not answered is sent again with the same id, in order', async () => {
  hearSnapshot();
  const bet = connection.send({ type: 'place_wager', seat: 4, wager: 'ante', amount: 500 });
  void connection.send({ type: 'announce_no_more_bets' });
  const before = FakeSocket.last.commands;
  FakeSocket.last.break();
  vi.advanceTimersByTime(10_000);
  expect(FakeSocket.last.commands).toEqual([]);
  hearSnapshot();
  expect(FakeSocket.last.commands).toEqual(before);
  FakeSocket.last.hear({ type: 'answer', id: before[0]?.id, version: 44 });
  expect(await bet).toEqual({ version: 44 });
  FakeSocket.last.break();
  vi.advanceTimersByTime(10_000);
  hearSnapshot();
  expect(FakeSocket.last.commands).toEqual(before.slice(1));
});

test('a change answers the commands it carries out, even one that is known already', async () => {
  hearSnapshot();
  const bet = connection.send({ type: 'place_wager', seat: 4, wager: 'ante', amount: 500 });
  const deal = connection.send({ type: 'announce_no_more_bets' });
  const [one = '', other = ''] = FakeSocket.last.commands.map((command) => String(command?.id));
  FakeSocket.last.hear({ ...first, answers: { [one]: 44 } });
  expect(await bet).toEqual({ version: 44 });
  FakeSocket.last.hear({ ...first, answers: { [other]: 45 } });
  expect(await deal).toEqual({ version: 45 });
  expect(listener.change).toHaveBeenCalledTimes(1);
});

test('a command given while the connection is lost goes out when it is back', () => {
  hearSnapshot();
  FakeSocket.last.break();
  void connection.send({ type: 'play', seat: 4 });
  vi.advanceTimersByTime(10_000);
  hearSnapshot();
  expect(FakeSocket.last.commands.map((command) => command?.type)).toEqual(['play']);
});

test('a refusal is the answer of its command', async () => {
  hearSnapshot();
  const bet = connection.send({ type: 'place_wager', seat: 4, wager: 'ante', amount: 1 });
  const [sent] = FakeSocket.last.commands;
  const refusal = { code: 'wager/below_minimum', message: 'Too little.', clauses: ['manual-gen'] };
  FakeSocket.last.hear({ type: 'refused', id: sent?.id, ...refusal });
  expect(await bet).toMatchObject({ refused: refusal });
});

test('a silent connection is taken for lost', () => {
  hearSnapshot();
  vi.advanceTimersByTime(15_000);
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: 'ping' });
  vi.advanceTimersByTime(10_000);
  expect(connection.status).toBe('reconnecting');
});

test('a table that is not to be seen is not asked for again', () => {
  FakeSocket.last.break(4404, 'There is no table p 1.');
  expect(listener.shut).toHaveBeenCalledWith('There is no table p 1.');
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test('waits grow, and end at eight seconds', () => {
  const waits = [0, 1, 2, 3, 10].map((attempt) => waitBefore(attempt, 0.5));
  expect(waits).toEqual([250, 500, 1_000, 2_000, 8_000]);
});

test('a connection that never says anything is given up', async () => {
  connection.open();
  const first = FakeSocket.last;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  FakeSocket.last.hear(snapshot);
  expect(connection.status).toBe('live');
  first.break();
  expect(connection.status).toBe('live');
});
