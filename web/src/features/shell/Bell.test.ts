import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { FakeSocket } from '../../testing/socket';
import Bell from './Bell.svelte';
import { watch } from './notices.svelte';

const person = (name: string) =>
  ({ name, display: '', role: 'floor', guest: false, waits: false }) as typeof session.person;

beforeEach(() => FakeSocket.begin());
afterEach(() => {
  cleanup(); // Before the real sockets are back.
  vi.unstubAllGlobals();
  session.person = null;
});

test('another person has a connection of their own', () => {
  session.person = person('flo');
  render(Bell);
  FakeSocket.last.hear({
    type: 'notices',
    notices: [{ id: 'a', yours: true, overdue_seconds: 0 }],
  });
  expect([FakeSocket.all.length, watch.all]).toEqual([1, 1]);
  session.person = person('gus');
  flushSync();
  expect([FakeSocket.all.length, watch.all]).toEqual([2, 0]);
});
