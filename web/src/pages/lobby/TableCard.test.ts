import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { LobbyTable } from '../../protocol/types';
import TableCard from './TableCard.svelte';

const table: LobbyTable = {
  automated: true,
  book_title: 'A rule sheet',
  currency: 'USD',
  dealer: '',
  house: 'classic',
  house_name: 'Classic rules',
  id: 't1',
  kind: 'digital',
  limits: { ante: { minimum: 500, maximum: 10_000, step: 500 } },
  meters: {},
  name: '',
  owner: '',
  phase: 'betting',
  places: 7,
  practice: false,
  round: 1,
  seats: [],
  stakes: 'play',
  stopped: '',
  titles: { ante: 'Ante' },
};

beforeEach(() => {
  vi.useFakeTimers();
  session.loaded = true;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Object.assign(session, { person: null, loaded: false });
});

test('what the house keeps is waited for, and asked for again by a service that was busy', async () => {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    const busy = { code: 'service/unavailable', message: 'Later.' };
    return Promise.resolve(
      asked === 1
        ? new Response(JSON.stringify(busy), { status: 503 })
        : new Response(JSON.stringify({ ante_play: { value: 0.0337, exact: '' } })),
    );
  });
  render(TableCard, { props: { table } });
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByText('…')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(screen.getByText('house keeps 3.4%')).toBeTruthy();
});

test('a guest signs in to sit down at a money table', () => {
  session.person = { name: 'guest-1', display: '', role: 'player', guest: true, waits: false };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  render(TableCard, { props: { table: { ...table, stakes: 'money' } } });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
  expect(screen.queryByRole('button', { name: 'Sit down' })).toBeNull();
});
