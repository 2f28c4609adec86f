import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import Cage from './Cage.svelte';

interface Sent {
  path: string;
  body: { id: string; cents: number };
}
let sent: Sent[];
let reachable: boolean;

beforeEach(async () => {
  sent = [];
  reachable = true;
  session.person = { name: 'cat', display: 'Cat', role: 'cage', guest: false, waits: false };
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push({ path, body: JSON.parse(String(init.body)) });
    if (!reachable) return Promise.reject(new Error('away'));
    const answer = path.endsWith('/ann')
      ? { known_as: 'Ann' }
      : { money_cents: 900, play_cents: 0 };
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
  render(Cage);
  await type('Patron, by name', 'ann');
  await fireEvent.submit(screen.getByLabelText('Patron, by name'));
  await screen.findByRole('heading', { name: 'Ann' });
  await type('Amount, in dollars', '5');
});
afterEach(() => vi.unstubAllGlobals());

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const payOut = () => fireEvent.click(screen.getByRole('button', { name: 'Pay out $5' }));

test('money is paid out to the patron on show, whatever name is typed meanwhile', async () => {
  await type('Patron, by name', 'ben');
  await payOut();
  await screen.findByText('$5 paid out.');
  expect(sent.map(({ path }) => path)).toEqual(['/api/patrons/ann/cash-outs']);
});

test('a payout whose answer was lost is sent again under the same id', async () => {
  reachable = false;
  await payOut();
  await screen.findByRole('alert');
  reachable = true;
  await payOut();
  await screen.findByText('$5 paid out.');
  const [first, second] = sent.map(({ body }) => body.id);
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});
