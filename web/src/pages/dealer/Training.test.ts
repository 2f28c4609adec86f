import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { house } from '../../testing/round';
import Training from './Training.svelte';

interface Asked {
  path: string;
  body?: string;
}

/** Answers requests; null is a refusal. */
function service(answer: (asked: Asked) => unknown) {
  vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
    const found = answer({ path, body });
    const refused = { code: 'x', message: 'Not now.' };
    return Promise.resolve(Response.json(found ?? refused, { status: found ? 200 : 409 }));
  });
}

it("somebody else's practice table is not offered", async () => {
  session.person = { name: 'dee', display: '', role: 'dealer', guest: false, waits: false };
  const table = (name: string, practice: boolean, owner: string) => {
    return { id: name, name, practice, owner, automated: false, phase: 'betting', round: 1 };
  };
  const tables = [
    table('Pit', false, ''),
    table('Mine', true, 'dee'),
    table('Theirs', true, 'guest-1'),
  ];
  service(({ path }) => (path === '/api/tables' ? tables : []));
  render(Training);
  await screen.findByRole('link', { name: 'Pit' });
  expect(screen.getByRole('link', { name: 'Mine' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Theirs' })).toBeNull();
});

it('a table that could not be opened is opened the next time, and no other is set up', async () => {
  const offered = [{ key: 'classic', name: 'Classic', felt: { ...house, seats: 4 } }];
  vi.spyOn(session, 'ensure').mockResolvedValue(
    session.person ?? { name: 'dee', display: '', role: 'dealer', guest: false, waits: false },
  );
  const posted: Asked[] = [];
  service((asked) => {
    if (!asked.body) return asked.path === '/api/houses' ? offered : [];
    posted.push(asked);
    return asked.path === '/api/practice' ? { id: 'p-7' } : null;
  });
  render(Training);
  const bots = await screen.findByLabelText<HTMLInputElement>(/players/i);
  expect(bots.max).toBe('4'); // There are no more seats.
  const form = bots.closest('form') as HTMLFormElement;
  await fireEvent.submit(form);
  await screen.findByText('Not now.');
  await fireEvent.submit(form);
  await vi.waitFor(() => expect(posted.length).toBe(3));
  expect(posted.map(({ path }) => path)).toEqual([
    '/api/practice',
    '/api/tables/p-7/commands?as=floor',
    '/api/tables/p-7/commands?as=floor',
  ]);
  expect(JSON.parse(posted[1]?.body ?? '')).toMatchObject({ tray: 1_000_000, dealer: 'dee' });
});
