import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { FakeSocket } from '../../testing/socket';
import Money from './Money.svelte';

interface Wanted {
  cents: number;
  by: string;
  at: string;
  until: string;
}
const TIMES = { at: '2026-01-05T12:00:00Z', until: '2026-01-06T12:00:00Z' };
let held: number;
let wanted: Wanted | null;
let paid: { cents: number; how: string; at: string } | null;
let sent: string[];

beforeEach(() => {
  FakeSocket.begin();
  session.loaded = true;
  [held, wanted, paid, sent] = [500_00, null, null, []];
  session.person = { name: 'ann', display: 'Ann', role: 'player', guest: false, waits: false };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') {
      sent.push(path);
      const { cents } = JSON.parse(String(init.body)) as { cents?: number };
      wanted = cents ? { cents, by: 'player:ann', ...TIMES } : null;
    }
    const play = { patron: 'ann', play_cents: 1_000_00 };
    const purse = { ...play, money_cents: held, cash_out: wanted, paid };
    return Promise.resolve(new Response(JSON.stringify(purse)));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.person = null;
  session.loaded = false;
});

test('a patron asks for money, and takes it back', async () => {
  render(Money);
  const amount = await screen.findByLabelText('Amount, in dollars');
  await fireEvent.input(amount, { target: { value: '200' } });
  expect(screen.getByRole('button', { name: 'Ask the cage for $200' })).toBeTruthy();
  await fireEvent.submit(amount);
  await screen.findByText(/You have asked the cage for \$200/);
  await fireEvent.click(screen.getByRole('button', { name: 'Take it back' }));
  await screen.findByText('Taken back: the cage pays nothing.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your money' }));
  expect(sent).toEqual(['/api/me/cash-outs', '/api/me/cash-outs/withdrawal']);
});

test('a patron sees what the floor has asked for', async () => {
  wanted = { cents: 50_00, by: 'floor:flo', ...TIMES };
  render(Money);
  await screen.findByText(/Floor staff have asked the cage to pay you \$50/);
});

test('who plays with play money only is not asked about money', async () => {
  held = 0;
  render(Money);
  await screen.findByText(/^You have \$1,000 in play money/);
  expect(screen.queryByText(/with the house/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a patron is told what the cage has paid', async () => {
  held = 0;
  paid = { cents: 200_00, how: 'check', at: '2026-01-05T12:00:00Z' };
  render(Money);
  await screen.findByText(/^The cage paid you \$200 by check on /);
});

test('a patron who looks on hears of it', async () => {
  render(Money);
  await screen.findByText(/\$500/);
  held = 300_00;
  FakeSocket.last.hear({ type: 'money' });
  await screen.findByText(/\$300/);
});
