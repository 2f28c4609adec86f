import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { feltWith } from '../../testing/felts';
import { forget } from '../../ui/page_memory.svelte';
import Rounds from './Rounds.svelte';

const round = (number: number) => ({
  number,
  at: '2026-01-01T00:00:00Z',
  dealer: [],
  void: '',
  net: 0,
  staked: {},
});
const TWENTY = Array.from({ length: 20 }, (_, index) => round(21 - index));

beforeEach(() => {
  forget();
  session.loaded = true;
  session.person = { name: 'ann', display: '', role: 'player', guest: false, waits: false };
  vi.stubGlobal('fetch', (path: string) => {
    const found = path.endsWith('/house')
      ? feltWith(['Prime'])
      : path.includes('before=')
        ? [round(1)]
        : TWENTY;
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
});
afterEach(() => {
  cleanup(); // Before the person is cleared: a mounted page would load another one.
  vi.unstubAllGlobals();
  session.loaded = false;
  session.person = null;
});

const rounds = () => screen.getAllByRole('row').length - 1; // Without the heading.

test('a double click shows the earlier rounds once', async () => {
  render(Rounds, { props: { table: 't1' } });
  const earlier = await screen.findByRole('button', { name: 'Earlier rounds' });
  earlier.click();
  await fireEvent.click(earlier);
  await screen.findByRole('link', { name: '1' });
  expect(rounds()).toBe(21);
});

test('as many rounds are in view as before', async () => {
  const { unmount } = render(Rounds, { props: { table: 't1' } });
  await fireEvent.click(await screen.findByRole('button', { name: 'Earlier rounds' }));
  await screen.findByRole('link', { name: '1' });
  unmount();
  render(Rounds, { props: { table: 't1' } });
  await screen.findByRole('link', { name: '1' });
  expect(rounds()).toBe(21);
});
