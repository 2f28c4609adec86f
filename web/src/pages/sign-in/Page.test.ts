import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { router } from '../../router.svelte';
import Page from './Page.svelte';

beforeEach(() => {
  vi.spyOn(session, 'signIn').mockResolvedValue();
  router.go('/');
});
afterEach(() => {
  vi.restoreAllMocks();
  router.go('/');
});

async function signIn() {
  router.go('/sign-in');
  render(Page, { params: {} });
  await fireEvent.submit(screen.getByLabelText('Password'));
}

test('signing in leads back to where one was', async () => {
  router.go('/reports/day?by=dealer');
  await signIn();
  await vi.waitFor(() =>
    expect(location.pathname + location.search).toBe('/reports/day?by=dealer'),
  );
});

test('and to the lobby from another sign-in', async () => {
  router.go('/welcome/abc');
  await signIn();
  await vi.waitFor(() => expect(location.pathname).toBe('/'));
});
