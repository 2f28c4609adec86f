import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { serviceSettings } from '../../protocol/service_settings.svelte';
import { session } from '../../protocol/session.svelte';
import { router } from '../../router.svelte';
import { FakeSocket } from '../../testing/socket';
import Header from './Header.svelte';

const show = () => render(Header, { props: { onhelp: () => undefined } });
const odds = () => screen.queryByRole('link', { name: 'Odds' });

beforeEach(() => {
  FakeSocket.begin(); // The bell opens a socket.
});

afterEach(() => {
  serviceSettings.figures = true;
  session.person = null;
  session.rights = [];
  session.balance = null;
});

it.each([
  ['dealer', 'School'],
  ['floor', 'Floor'],
])('the school of a %s is under %s', (role, name) => {
  session.rights = ['floor.see', 'school.learn'];
  session.person = { name: 'dee', display: '', role, guest: false, waits: false };
  router.go('/school');
  show();
  const current = screen.getByRole('link', { current: 'page' });
  expect(current.textContent).toBe(name);
});

it('a balance stands at a table that is played at, not behind one', () => {
  session.person = { name: 'guest-1', display: '', role: 'player', guest: true, waits: false };
  session.balance = 100_000;
  router.go('/dealer');
  const { unmount } = show();
  expect(screen.queryByText('$1,000')).toBeNull();
  unmount();
  router.go('/');
  show();
  expect(screen.getByText('$1,000')).toBeTruthy();
});

it.each([
  ['play', 'Play money $1,000'],
  ['money', 'Money $1,000'],
] as const)('a balance says which money it is and leads to it: %s', (stakes, name) => {
  session.person = { name: 'ann', display: '', role: 'player', guest: false, waits: false };
  [session.balance, session.stakes] = [100_000, stakes];
  router.go('/');
  show();
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/account#money');
});

it('odds are offered where they are installed', () => {
  show();
  expect(odds()).not.toBeNull();
});

it('odds that are not installed are for the administrator, who can install them', () => {
  serviceSettings.figures = false;
  session.person = {
    name: 'guest-otter-42',
    display: 'Otter',
    role: 'player',
    guest: true,
    waits: false,
  };
  const { unmount } = show();
  expect(odds()).toBeNull();
  unmount();
  session.person = {
    name: 'ada',
    display: 'Ada',
    role: 'administrator',
    guest: false,
    waits: false,
  };
  show();
  expect(odds()).not.toBeNull();
});

it('the settings have the focus while they are open, and Escape gives it back', async () => {
  show();
  const opener = screen.getByRole('button', { name: 'Settings' });
  await fireEvent.click(opener);
  const menu = screen.getByRole('region', { name: 'Settings' });
  expect(opener.getAttribute('aria-controls')).toBe(menu.id);
  expect(menu.contains(document.activeElement)).toBe(true);
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(document.activeElement).toBe(opener);
});
