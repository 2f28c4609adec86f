import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import Money from './Money.svelte';
import Tokens from './Tokens.svelte';

const NONE = 'You have no tokens.';
const answers = (response: () => Response) =>
  vi.stubGlobal('fetch', () => Promise.resolve(response()));
const busy = () => new Response(JSON.stringify({ message: 'Later.' }), { status: 503 });

afterEach(() => vi.unstubAllGlobals());

test('that there are no tokens is said once it is known', async () => {
  answers(() => new Response('[]'));
  render(Tokens);
  expect(screen.queryByText(NONE)).toBeNull();
  await screen.findByText(NONE);
});

test('an error is not said to be an empty list', async () => {
  answers(busy);
  render(Tokens);
  await screen.findByText('Later.');
  expect(screen.queryByText(NONE)).toBeNull();
});

test('a purse that cannot be read says so', async () => {
  answers(busy);
  render(Money);
  await screen.findByText('Later.');
});
