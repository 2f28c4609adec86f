import { fireEvent, render, screen } from '@testing-library/svelte';
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

beforeEach(() => {
  session.person = { name: 'ada', display: '', role: 'floor', guest: false, waits: false };
  vi.stubGlobal('fetch', (path: string) => {
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
