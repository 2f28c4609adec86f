import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import App from './App.svelte';
import NotFound from './ui/NotFound.svelte';
import { router } from './router.svelte';
import { FakeSocket } from './testing/socket';

vi.mock('./pages', () => ({
  pages: {
    odds: () =>
      Promise.resolve(() => {
        throw new Error('A page that cannot be drawn');
      }),
    rules: () => Promise.resolve(NotFound),
    history: () => Promise.reject(new Error('Unable to preload CSS')),
  },
}));

beforeEach(() => {
  FakeSocket.begin();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
});
afterEach(() => {
  vi.unstubAllGlobals();
  router.replace('/');
});

test('a page that fails does not stand in the way of the next', async () => {
  router.replace('/odds');
  render(App);
  await screen.findByText('A page that cannot be drawn');
  router.go('/rules');
  await screen.findByRole('heading', { name: 'There is nothing here' });
  expect(screen.queryByText('A page that cannot be drawn')).toBeNull();
});

test('a page whose files do not come says what to do', async () => {
  router.replace('/history');
  render(App);
  await screen.findByText(/^The service cannot be reached/);
  expect(screen.queryByText(/preload/)).toBeNull();
});
