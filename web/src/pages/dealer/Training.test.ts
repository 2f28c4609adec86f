import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';

import * as client from '../../protocol/client';
import { session } from '../../protocol/session.svelte';
import { house } from '../../testing/round';
import Training from './Training.svelte';

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
  vi.spyOn(client, 'get').mockImplementation((path) =>
    Promise.resolve(path === '/api/tables' ? tables : []),
  );
  render(Training);
  await screen.findByRole('link', { name: 'Pit' });
  expect(screen.getByRole('link', { name: 'Mine' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Theirs' })).toBeNull();
});

it('a table that could not be opened is opened the next time, and no other is set up', async () => {
  const offered = [{ key: 'classic', name: 'Classic', felt: { ...house, seats: 4 } }];
  vi.spyOn(client, 'get').mockImplementation((path) =>
    Promise.resolve(path === '/api/houses' ? offered : []),
  );
  vi.spyOn(session, 'ensure').mockResolvedValue(
    session.person ?? { name: 'dee', display: '', role: 'dealer', guest: false, waits: false },
  );
  const posted = vi.spyOn(client, 'post').mockImplementation((path) => {
    if (path === '/api/practice') return Promise.resolve({ id: 'p-7' });
    return Promise.reject(new Error('Not now.'));
  });
  render(Training);
  const bots = await screen.findByLabelText<HTMLInputElement>(/players/i);
  expect(bots.max).toBe('4'); // There are no more seats.
  const form = bots.closest('form') as HTMLFormElement;
  await fireEvent.submit(form);
  await screen.findByText('Not now.');
  await fireEvent.submit(form);
  await vi.waitFor(() => expect(posted).toHaveBeenCalledTimes(3));
  expect(posted.mock.calls.map(([path]) => path)).toEqual([
    '/api/practice',
    '/api/tables/p-7/commands?as=floor',
    '/api/tables/p-7/commands?as=floor',
  ]);
  expect(posted.mock.calls[1]?.[1]).toMatchObject({ tray: 1_000_000, dealer: 'dee' });
});
