import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import { room } from '../../protocol/room.svelte';
import { session } from '../../protocol/session.svelte';
import Header from './Header.svelte';

afterEach(() => {
  room.figures = true;
  session.person = null;
});

const odds = () => screen.queryByRole('link', { name: 'Odds' });
const show = () => render(Header, { props: { onhelp: () => undefined } });

test('odds are offered where they are installed', () => {
  show();
  expect(odds()).not.toBeNull();
});

test('odds that are not installed are for the administrator, who can install them', () => {
  room.figures = false;
  session.person = { name: 'guest-otter-42', display: 'Otter', role: 'player', guest: true };
  const { unmount } = show();
  expect(odds()).toBeNull();
  unmount();
  session.person = { name: 'ada', display: 'Ada', role: 'administrator', guest: false };
  show();
  expect(odds()).not.toBeNull();
});
