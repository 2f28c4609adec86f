import { render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import App from './App.svelte';
import NotFound from './ui/NotFound.svelte';
import { router } from './router.svelte';
import { FakeSocket } from './testing/socket';
import { forget, kept } from './ui/page_memory.svelte';

let remembered: { sought: string } | undefined;

vi.mock('./pages', () => ({
  pages: {
    odds: () =>
      Promise.resolve(() => {
        throw new Error('A page that cannot be drawn');
      }),
    trainer: () =>
      Promise.resolve(() => {
        remembered = kept('trainer', { sought: 'queen' });
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
  forget();
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
  const page = within(await screen.findByRole('main')); // A dialog may say so too.
  await page.findByText(/^The service cannot be reached/);
  expect(screen.queryByText(/preload/)).toBeNull();
});

test('what changes as the page goes away is written down too', async () => {
  router.replace('/trainer');
  render(App);
  const written = () => sessionStorage.getItem('queenhigh.page.trainer');
  await waitFor(() => expect(written()).toContain('queen'));
  if (remembered) remembered.sought = '';
  router.go('/rules');
  await screen.findByRole('heading', { name: 'There is nothing here' });
  expect(written()).toBe('{"sought":""}');
});
