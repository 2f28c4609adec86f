import { render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';

import * as client from '../../protocol/client';
import { session } from '../../protocol/session.svelte';
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
