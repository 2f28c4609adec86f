import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { house, you } from '../../testing/round';
import { FakeSocket } from '../../testing/socket';
import Console from './Console.svelte';

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.begin();
  session.person = { name: you, display: you, role: 'player', guest: true, waits: false };
  session.loaded = true;
  vi.stubGlobal('fetch', (path: string) => {
    const answers: Record<string, unknown> = {
      '/api/tables': [{ id: 'p-1', name: 'Pit', practice: false, owner: '', places: 7 }],
      '/api/tables/p-1/house': house,
    };
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? [])));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Object.assign(session, { person: null, loaded: false });
});

test('a browser that cannot open the table says so, and can try again', async () => {
  render(Console, { props: { id: 'p-1' } });
  await vi.advanceTimersByTimeAsync(0);
  for (const _ of [1, 2]) {
    FakeSocket.last.break();
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(screen.getByRole('alert').textContent).toContain('The service cannot be reached');
  const before = FakeSocket.all.length;
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(FakeSocket.all).toHaveLength(before + 1);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a console that was shut out connects again when it tries again', async () => {
  render(Console, { props: { id: 'p-1' } });
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.last.break(4403, 'Not now.');
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole('alert').textContent).toContain('Not now.');
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.all).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
});
