import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { forget } from '../../ui/page_memory.svelte';
import People from './People.svelte';

const person = (number: number) => ({
  name: `person-${number}`,
  display: '',
  role: 'player',
  created_at: '2026-01-01T00:00:00Z',
});
const HUNDRED = Array.from({ length: 100 }, (_, number) => person(number));

const LINKS = [
  { id: 'a1', role: 'dealer', name: null, made_by: 'ada', expires_at: '2026-02-01T00:00:00Z' },
  { id: 'b2', role: 'player', name: 'ben', made_by: 'zoe', expires_at: '2026-02-02T00:00:00Z' },
  { id: 'c3', role: 'auditor', name: null, made_by: '', expires_at: null },
];

let asked: string[];
let links: object[];

beforeEach(() => {
  asked = [];
  links = [];
  session.person = { name: 'ada', display: '', role: 'floor', guest: false, waits: false };
  session.rights = ['people.invite_players'];
  vi.stubGlobal('fetch', (path: string, { method = 'GET' } = {}) => {
    if (method === 'DELETE') {
      links = links.filter((each) => !path.endsWith((each as { id: string }).id));
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    if (path === '/api/invitations') return Promise.resolve(new Response(JSON.stringify(links)));
    asked.push(path);
    const found = path === '/api/people?limit=100' ? HUNDRED : [person(100)];
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
  session.person = null;
  session.rights = [];
});

test('a double click shows the next people once', async () => {
  render(People);
  const more = await screen.findByRole('button', { name: 'Show more' });
  more.click();
  await fireEvent.click(more);
  await screen.findByText('person-100');
  expect(screen.getAllByRole('row').length).toBe(1 + HUNDRED.length + 1); // With the heading.
});

test('after the last page the focus is on the first of those who came', async () => {
  render(People);
  const more = await screen.findByRole('button', { name: 'Show more' });
  more.focus();
  await fireEvent.click(more);
  const next = await screen.findByRole('rowheader', { name: 'person-100' });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('people are found by a part of their name', async () => {
  render(People);
  await screen.findByText('person-0');
  await fireEvent.input(screen.getByLabelText('Find by name'), { target: { value: ' 100 ' } });
  await waitFor(() => expect(screen.queryByText('person-0')).toBeNull());
  expect(asked.at(-1)).toBe('/api/people?limit=100&like=100');
  cleanup();
  render(People);
  expect((await screen.findByLabelText<HTMLInputElement>('Find by name')).value).toBe(' 100 ');
});

test('open links say who made them and for whom, and can be withdrawn', async () => {
  links = LINKS;
  render(People);
  await screen.findByText('Somebody new, as dealer');
  const shown = screen.getByRole('region', { name: 'Open links' }).textContent ?? '';
  for (const told of ['made by you', 'New password of ben', 'made by zoe', 'printed by the server'])
    expect(shown).toContain(told);
  const withdraw = screen.getByRole('button', { name: 'Withdraw the link: New password of ben' });
  withdraw.focus();
  await fireEvent.click(withdraw);
  await waitFor(() => expect(screen.queryByText('New password of ben')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Withdraw'));
});

test('without an open link the page says so', async () => {
  render(People);
  await screen.findByText(/^No link is open/);
});

test('those who may make no links are shown none', async () => {
  session.rights = [];
  render(People);
  await screen.findByText('person-0');
  expect(screen.queryByText('Open links')).toBeNull();
});

test('a role is changed by its button, not on the way to it', async () => {
  session.rights = ['people.manage'];
  session.mayInvite = ['player', 'dealer', 'floor'];
  const sent: unknown[] = [];
  const other = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: { method?: string; body?: string } = {}) => {
    if (init.method !== 'PATCH') return other(path, init);
    sent.push(JSON.parse(init.body ?? ''));
    return Promise.resolve(new Response(JSON.stringify({ ...person(1), role: 'floor' })));
  });
  render(People);
  const role = await screen.findByLabelText<HTMLSelectElement>('Role of person-1');
  for (const value of ['dealer', 'floor']) {
    await fireEvent.change(role, { target: { value } });
  }
  expect(sent).toEqual([]);
  await fireEvent.click(screen.getByRole('button', { name: 'Change to floor' }));
  await waitFor(() => expect(sent).toEqual([{ role: 'floor' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Change to/ })).toBeNull());
});
