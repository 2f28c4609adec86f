import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { house } from '../../testing/round';
import { practiceTable } from './practice';
import Practice from './Practice.svelte';
import { PATIENCE_MS } from '../../testing/patience';

beforeEach(() => {
  session.person = null;
  session.loaded = false;
});
afterEach(() => vi.unstubAllGlobals());

test('a visitor becomes a guest and has a private table in one click', async () => {
  const asked: string[] = [];
  let guest = false;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path} ${init.body ?? ''}`.trim());
    if (path === '/api/guests') guest = true;
    const answers: Record<string, unknown> = {
      '/api/houses': [{ key: 'manual', name: 'Manual', felt: house }],
      '/api/session': {
        person: guest ? { name: 'guest-otter-42', guest } : null,
        currency: 'USD',
        figures: true,
        rights: [],
        acts_for: [],
      },
      '/api/me/purse': { play_cents: 100_000, money_cents: 0 },
      '/api/practice': { id: 'p-7' },
      '/api/me/seats': [],
      '/api/tables': [],
    };
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? {})));
  });
  render(Practice, { props: { open: true } });
  await screen.findByText('Ante, Pair Plus, 6 Card Bonus, Progressive');
  await fireEvent.submit(screen.getByText('Deal me in').closest('form') as HTMLFormElement);
  await vi.waitFor(() => expect(location.pathname).toBe('/table/p-7'), PATIENCE_MS);
  expect(asked).toContain('POST /api/guests');
  expect(asked).toContain('POST /api/practice {"house":"manual","bots":2}');
  expect(session.balance).toBe(100_000);
});

test('whoever has a table by these rules goes back to it, and no other one is made', async () => {
  session.person = {
    name: 'guest-otter-42',
    display: '',
    role: 'player',
    guest: true,
    waits: false,
  };
  session.loaded = true;
  const made: string[] = [];
  const own = { id: 'p-1', house: 'manual', practice: true, automated: true, seats: [] };
  const tables = [
    { ...own, id: 'p-0', owner: 'guest-heron-7' },
    { ...own, owner: 'guest-otter-42' },
  ];
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/practice') made.push(path);
    const answer = path === '/api/tables' ? tables : { id: 'p-9' };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  const wanted = { house: 'manual', bots: 2, sit: 'ready' } as const;
  expect(await practiceTable({ ...wanted, anyOthers: true })).toBe('/table/p-1?sit=ready');
  expect(made).toEqual([]);
  expect(await practiceTable(wanted)).toBe('/table/p-9?sit=ready');
  expect(await practiceTable({ ...wanted, house: 'classic', anyOthers: true })).toContain('p-9');
});
