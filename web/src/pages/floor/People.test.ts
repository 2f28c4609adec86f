import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import People from './People.svelte';

const person = (number: number) => ({
  name: `person-${number}`,
  display: '',
  role: 'player',
  created_at: '2026-01-01T00:00:00Z',
});
const HUNDRED = Array.from({ length: 100 }, (_, number) => person(number));

let asked: string[];

beforeEach(() => {
  asked = [];
  session.person = { name: 'ada', display: '', role: 'floor', guest: false, waits: false };
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path);
    const found = path.endsWith('after=') ? HUNDRED : [person(100)];
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.person = null;
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
  expect(asked.at(-1)).toBe('/api/people?limit=100&after=&like=100');
});
