import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from './session.svelte';

const ANN = { name: 'ann', display: 'Ann', role: 'player', guest: true, waits: false };
const VISIT = {
  person: null as typeof ANN | null,
  rights: [],
  acts_for: [],
  may_invite: [],
  currency: 'USD',
  figures: true,
};

/** A service that lets guests in, and answers these paths otherwise. */
function service(others: Record<string, number> = {}) {
  const visit = { ...VISIT };
  const asked = vi.fn((path: string) => {
    if (path === '/api/guests') visit.person = ANN;
    const status = others[path] ?? 200;
    const body = path === '/api/session' ? visit : path === '/api/me/seats' ? [] : {};
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  vi.stubGlobal('fetch', asked);
  return asked;
}

beforeEach(() => void Object.assign(session, { person: null, loaded: false }));
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(session, { person: null, loaded: false });
});

test('two pages that need a session at once get the same guest', async () => {
  const asked = service();
  const [one, other] = await Promise.all([session.ensure(), session.ensure()]);
  expect(one).toEqual(other);
  expect(asked.mock.calls.filter(([path]) => path === '/api/guests')).toHaveLength(1);
});

test('after a failure a session can be had again', async () => {
  service({ '/api/guests': 503 });
  await expect(session.ensure()).rejects.toThrow();
  service();
  await expect(session.ensure()).resolves.toEqual(ANN);
});

test('a purse that cannot be read does not undo a sign-in', async () => {
  service({ '/api/me/purse': 500 });
  await expect(session.ensure()).resolves.toEqual(ANN);
});
