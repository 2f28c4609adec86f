import { afterEach, expect, test, vi } from 'vitest';

import { ApiError, csrfToken, get, post } from './client';

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: unknown) {
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  vi.stubGlobal('fetch', asked);
  return asked;
}

test('the token against forged requests comes out of its cookie', () => {
  expect(csrfToken('a=1; queenhigh_csrf=abc%3D; b=2')).toBe('abc=');
  expect(csrfToken('a=1')).toBe('');
});

test('what changes something carries the token, what looks does not', async () => {
  document.cookie = 'queenhigh_csrf=t1';
  const asked = answering(200, {});
  await get('/api/tables');
  await post('/api/guests');
  const headers = asked.mock.calls.map((call) => (call as unknown[])[1] as RequestInit);
  expect(headers[0]?.headers).not.toHaveProperty('x-csrf-token');
  expect(headers[1]?.headers).toHaveProperty('x-csrf-token', 't1');
});

test('an error of the service is said in its own words', async () => {
  answering(409, { code: 'seat/taken', message: 'Seat 3 is taken.', clauses: ['manual-gen-D'] });
  const error = await get('/api/tables').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: 'Seat 3 is taken.', clauses: ['manual-gen-D'] });
});

test('a path is filled in, and what is not given is left out', async () => {
  const asked = answering(200, []);
  const path = { table: 'p 1/2' };
  await get('/api/tables/{table}/rounds', { path, query: { before: null, limit: 1 } });
  await get('/api/compare', { query: { houses: ['a&b', 'c'] } });
  const paths = asked.mock.calls.map((call) => (call as unknown[])[0]);
  expect(paths).toEqual([
    '/api/tables/p%201%2F2/rounds?limit=1',
    '/api/compare?houses=a%26b&houses=c',
  ]);
});

test('a request that hangs ends, and so does one that is no longer wanted', async () => {
  const hanging = vi.fn(
    (_path: string, { signal }: RequestInit) =>
      new Promise<Response>((_, refuse) => {
        const end = () => refuse(new DOMException('ended', 'AbortError'));
        if (signal?.aborted) end();
        else signal?.addEventListener('abort', end);
      }),
  );
  vi.stubGlobal('fetch', hanging);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
  await expect(get('/api/tables')).rejects.toThrow('The service cannot be reached');
  timeout.mockRestore();
  const dropped = new AbortController();
  const asked = get('/api/tables', { signal: dropped.signal });
  dropped.abort();
  await expect(asked).rejects.toThrow('The service cannot be reached');
});

test('a service that cannot be reached is said to be so', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(get('/api/tables')).rejects.toThrow('The service cannot be reached');
});
