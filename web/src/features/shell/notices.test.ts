import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FakeSocket } from '../../testing/socket';
import { watch, type Notice } from './notices.svelte';

let end: () => void;

beforeEach(() => {
  FakeSocket.begin();
  end = watch.start();
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

const notice = (id: string, more: Partial<Notice> = {}) => ({
  ...{ id, yours: true, overdue_seconds: 0 },
  ...more,
});
const told = (...notices: object[]) => FakeSocket.last.hear({ type: 'notices', notices });

test('notices come by themselves, and what is overdue among them', () => {
  expect(FakeSocket.last.url).toContain('/notices/live');
  told(notice('a'), notice('b', { yours: false }));
  expect([watch.yours.length, watch.overdue.length, watch.status]).toEqual([1, 0, 'live']);
  told(notice('a', { overdue_seconds: 5 }));
  expect([watch.yours.length, watch.overdue.length]).toEqual([1, 1]);
  told();
  expect(watch.yours).toEqual([]);
});

test('what is known stays in sight while the connection comes back', () => {
  told(notice('a'));
  FakeSocket.last.break();
  expect([watch.status, watch.yours.length]).toEqual(['reconnecting', 1]);
});

test('nothing is kept for whoever signs in next', () => {
  told(notice('a'));
  end();
  expect(watch.found).toBeNull();
});

test('changes to staff are counted until somebody has looked at them', () => {
  localStorage.clear();
  const staff = [{ at: '2026-01-05T12:00:00Z', reason: 'Administrator ada let gus in as floor.' }];
  FakeSocket.last.hear({ type: 'notices', notices: [], staff });
  expect([watch.unseen.length, watch.all]).toEqual([1, 1]);
  expect(watch.words).toBe('1 change to staff');
  watch.lookAtStaff();
  expect([watch.unseen.length, watch.staff.length]).toEqual([0, 1]);
  const later = { at: '2026-01-05T12:05:00Z', reason: 'Auditor vera confirmed gus as floor.' };
  FakeSocket.last.hear({ type: 'notices', notices: [], staff: [...staff, later] });
  expect(watch.unseen).toEqual([later]);
});
