import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { field } from '../../testing/forms';
import Identity from './Identity.svelte';

const FORM = {
  ...{ title: 'Identity', verb: 'Save sealed', about: '' },
  fields: [
    field('legal_name', 'Legal name', 'text', { required: false }),
    field('resident', 'Resident', 'yes_no', { initial: true }),
  ],
};

/** Answers everything but the question for the form. */
function answering(status: number, body: object) {
  const asked = vi.fn(
    async (_path: string, _init?: RequestInit) => new Response(JSON.stringify(body), { status }),
  );
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    path.endsWith('/compliance/identity') ? new Response(JSON.stringify(FORM)) : asked(path, init),
  );
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

test('what is written is sent whole, and what is now on record is said by name', async () => {
  const asked = answering(200, { patron: 'di', fields: ['legal_name'], resident: false });
  render(Identity, { patron: 'di', onwritten: () => undefined });
  const record = screen.getByRole('button', { name: 'Record identity' });
  await waitFor(() => expect(record).toHaveProperty('disabled', false));
  await fireEvent.click(record);
  await fireEvent.input(screen.getByLabelText('Legal name'), { target: { value: 'Diana' } });
  await fireEvent.click(screen.getByLabelText('Resident'));
  await fireEvent.click(screen.getByRole('button', { name: 'Save sealed' }));
  expect(await screen.findByText('On record: legal name.')).toBeTruthy();
  const body: unknown = JSON.parse(String(asked.mock.calls[0]?.[1]?.body));
  expect(body).toMatchObject({ legal_name: 'Diana', resident: false });
});
