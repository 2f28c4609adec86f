import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import Identity from './Identity.svelte';

function answering(status: number, body: object) {
  const asked = vi.fn(async (_path: string) => new Response(JSON.stringify(body), { status }));
  vi.stubGlobal('fetch', asked);
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

async function ask(why: string) {
  render(Identity, { patron: 'di', onwritten: () => undefined });
  await fireEvent.input(screen.getByLabelText('What you need it for'), { target: { value: why } });
  await fireEvent.click(screen.getByRole('button', { name: 'Show identity' }));
}

test('who a patron is, is asked for with a reason, and not before', async () => {
  const identity = { legal_name: 'Diana Example', resident: true };
  const asked = answering(200, { patron: 'di', identity });
  await ask('W-2G & log');
  expect(await screen.findByText('Diana Example')).toBeTruthy();
  expect(asked.mock.calls.map(([path]) => path)).toEqual([
    '/api/patrons/di/identity?why=W-2G+%26+log',
  ]);
  await fireEvent.click(screen.getByRole('button', { name: 'Hide it' }));
  expect(screen.queryByText('Diana Example')).toBeNull();
});

test('without a key it is said what is missing', async () => {
  answering(409, { code: 'identity/no_key', message: 'There is no key for identities: ...' });
  await ask('W-2G');
  expect((await screen.findByRole('alert')).textContent).toContain('There is no key');
});
