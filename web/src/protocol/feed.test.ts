import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FakeSocket } from '../testing/socket';
import { UNREACHABLE } from './client';
import { Feed } from './feed.svelte';

interface Row {
  id: string;
  round: number;
}

let feed: Feed<Row>;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.begin();
  feed = new Feed<Row>('/api/lobby/live', (row) => row.id);
  feed.open();
});
afterEach(() => {
  feed.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const row = (id: string, round = 1) => ({ id, round });
const whole = (...tables: Row[]) =>
  FakeSocket.last.hear({ type: 'lobby', whole: true, tables, gone: [] });
const changed = (tables: Row[], gone: string[] = []) =>
  FakeSocket.last.hear({ type: 'lobby', whole: false, tables, gone });

test('the first message has all tables, later ones those that are different', () => {
  expect(feed.tables).toBeNull();
  whole(row('a'), row('b'));
  expect(feed.status).toBe('live');
  changed([row('a', 2), row('c')], ['b']);
  expect(feed.tables).toEqual([row('a', 2), row('c')]);
});

test('meters stay until they are named again', () => {
  const meter = { link: 'main', meter_cents: 1 };
  FakeSocket.last.hear({ type: 'pit', whole: true, tables: [], gone: [], meters: [meter] });
  changed([row('a')]);
  expect(feed.meters).toEqual([meter]);
});

test('what was known stays in sight while the connection comes back, and is then replaced', () => {
  whole(row('a'));
  FakeSocket.last.break();
  expect([feed.status, feed.tables, feed.wrong]).toEqual(['reconnecting', [row('a')], '']);
  vi.advanceTimersByTime(1_000);
  FakeSocket.last.break();
  expect(feed.wrong).toBe(UNREACHABLE);
  vi.advanceTimersByTime(10_000);
  whole(row('b'));
  expect([feed.tables, feed.wrong]).toEqual([[row('b')], '']);
});

test('one that is refused says why and does not come back by itself', () => {
  FakeSocket.last.break(4403, 'This is for the floor.');
  vi.advanceTimersByTime(60_000);
  expect([feed.status, feed.wrong]).toEqual(['ended', 'This is for the floor.']);
  expect(FakeSocket.all).toHaveLength(1);
  feed.again();
  expect([feed.status, feed.wrong]).toEqual(['connecting', '']);
});
