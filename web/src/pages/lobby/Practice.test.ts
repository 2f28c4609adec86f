import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { house } from '../../testing/round';
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
      '/api/session': { person: guest ? { name: 'guest-otter-42', guest } : null },
      '/api/me/purse': { play_cents: 100_000, money_cents: 0 },
      '/api/practice': { id: 'p-7' },
    };
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? {})));
  });
  render(Practice, { props: { open: true } });
  await screen.findByText('Ante, Pair Plus, 6 Card Bonus, Progressive');
  await fireEvent.submit(screen.getByText('Deal me in').closest('form') as HTMLFormElement);
  await vi.waitFor(() => expect(location.pathname).toBe('/table/p-7'), PATIENCE_MS);
  expect(asked).toContain('POST /api/guests {}');
  expect(asked).toContain('POST /api/practice {"house":"manual","bots":2}');
  expect(session.balance).toBe(100_000);
});
