import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { FakeSocket } from '../../testing/socket';
import Cage from './Cage.svelte';

interface Sent {
  path: string;
  body: { id: string; cents: number };
}
let sent: Sent[];
let reachable: boolean;

beforeEach(async () => {
  FakeSocket.begin();
  session.loaded = true;
  sent = [];
  reachable = true;
  session.person = { name: 'cat', display: 'Cat', role: 'cage', guest: false, waits: false };
  session.rights = ['cage.see', 'cage.move'];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (init.method === 'POST') sent.push({ path, body: JSON.parse(String(init.body)) });
    if (!reachable) return Promise.reject(new Error('away'));
    return Promise.resolve(new Response(JSON.stringify(answer(path))));
  });
});

const WANTED = { cents: 700, by: 'player:ann', at: '2026-01-05T12:00:00Z' };
let cash_out: typeof WANTED | null;

function answer(path: string): unknown {
  if (path === '/api/cage/cash-outs')
    return cash_out ? [{ patron: 'ann', known_as: 'Ann', money_cents: 900, wanted: cash_out }] : [];
  if (path.endsWith('/ann')) return { known_as: 'Ann' };
  return { patron: 'ann', money_cents: 900, play_cents: 0, cash_out };
}

async function lookUpAnn(wanted: typeof WANTED | null = WANTED) {
  cash_out = wanted;
  render(Cage);
  await type('Patron, by name', 'ann');
  await fireEvent.submit(screen.getByLabelText('Patron, by name'));
  await screen.findByRole('heading', { name: 'Ann' });
  await type('Amount, in dollars', '5');
}
afterEach(() => {
  vi.unstubAllGlobals();
  session.loaded = false;
});

const type = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const payOut = () => fireEvent.click(screen.getByRole('button', { name: 'Pay out $5' }));

test('money is paid out to the patron on show, whatever name is typed meanwhile', async () => {
  await lookUpAnn();
  await type('Patron, by name', 'ben');
  await payOut();
  await screen.findByText('$5 paid out.');
  expect(sent.map(({ path }) => path)).toEqual(['/api/patrons/ann/cash-outs']);
});

test('a payout whose answer was lost is sent again under the same id', async () => {
  await lookUpAnn();
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

test('what a patron has asked for is paid by one button', async () => {
  await lookUpAnn();
  await fireEvent.click(screen.getByRole('button', { name: 'Pay $7 in cash to Ann' }));
  await screen.findByText('Ann: $7 paid out.');
  expect(sent.map(({ path, body }) => [path, body.cents])).toEqual([
    ['/api/patrons/ann/cash-outs', 700],
  ]);
});

test('what was done before is no longer told, and the focus stays in the list', async () => {
  await lookUpAnn();
  await payOut();
  await screen.findByText('$5 paid out.');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Amount, in dollars')),
  );
  const pay = screen.getByRole('button', { name: 'Pay $7 in cash to Ann' });
  pay.focus();
  cash_out = null; // Paid.
  await fireEvent.click(pay);
  await screen.findByText('Ann: $7 paid out.');
  expect(screen.queryByText('$5 paid out.')).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Asked for' })),
  );
  await fireEvent.submit(screen.getByLabelText('Patron, by name'));
  expect(screen.queryByText('Ann: $7 paid out.')).toBeNull();
});

test('nothing is paid out that nobody has asked for, nor more than that', async () => {
  await lookUpAnn(null);
  expect(screen.getByText(/Nobody has asked for this money/)).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay out $5' });
  expect(button.disabled).toBe(true);
  cleanup();
  await lookUpAnn({ ...WANTED, cents: 499 });
  const less = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay out $5' });
  expect(less.disabled).toBe(true);
});

test('more than was asked for is not paid, and the page says so', async () => {
  await lookUpAnn({ ...WANTED, cents: 499 });
  expect(screen.getByText('Only $4.99 was asked for: no more can be paid out.')).toBeTruthy();
});

test('a patron on show may be paid as soon as the list says so', async () => {
  await lookUpAnn(null);
  cash_out = WANTED;
  FakeSocket.last.hear({ type: 'money' });
  await waitFor(() => expect(screen.getByText('Asked for: $7')).toBeTruthy());
  expect(screen.queryByText(/Nobody has asked for this money/)).toBeNull();
});

test('the floor asks for a patron, and takes in and pays out nothing', async () => {
  session.person = { name: 'flo', display: 'Flo', role: 'floor', guest: false, waits: false };
  session.rights = ['cage.see', 'cash_outs.ask'];
  await lookUpAnn(null);
  expect(screen.queryByRole('button', { name: /Pay out|Take in/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Ask for $5' })).toBeTruthy();
  await fireEvent.submit(screen.getByLabelText('Amount, in dollars'));
  await screen.findByText('The cage is asked to pay $5.');
  expect(sent.map(({ path }) => path)).toEqual(['/api/patrons/ann/cash-outs/request']);
});

test('what is asked for and what is paid out have fields of their own', async () => {
  session.rights = ['cage.see', 'cage.move', 'cash_outs.ask'];
  cash_out = null;
  render(Cage);
  await type('Patron, by name', 'ann');
  await fireEvent.submit(screen.getByLabelText('Patron, by name'));
  const [wanted, moved] = await screen.findAllByLabelText<HTMLInputElement>('Amount, in dollars');
  await fireEvent.input(wanted as HTMLInputElement, { target: { value: '5' } });
  expect(moved?.value).toBe('');
  expect(screen.getByRole('button', { name: 'Ask for $5' })).toBeTruthy();
});
