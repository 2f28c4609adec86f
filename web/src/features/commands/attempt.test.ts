import { expect, test, vi } from 'vitest';

import { Attempt } from './attempt.svelte';

const PATH = '/api/me/cash-outs/withdrawal';
const refused = () =>
  Response.json(
    { code: 'cage/too_much', message: 'That is too much.', clauses: ['manual-1'] },
    { status: 409 },
  );

function answering(response: Response, hear: (body: string) => void = () => undefined) {
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    hear(String(body));
    return Promise.resolve(response);
  });
}

test('an answer without content is not a refusal', async () => {
  const attempt = new Attempt();
  let told = 0;
  answering(new Response(null, { status: 204 }));
  await attempt.send('post', PATH, { body: {} }, () => (told += 1));
  expect([told, attempt.wrong, attempt.busy]).toEqual([1, '', false]);
});

test('a refusal has its words and clauses, until the next attempt', async () => {
  const attempt = new Attempt();
  const done = () => expect.unreachable();
  answering(refused());
  await attempt.send('post', PATH, { body: {} }, done);
  expect([attempt.wrong, attempt.clauses]).toEqual(['That is too much.', ['manual-1']]);
  await attempt.run(() => Promise.resolve());
  expect([attempt.wrong, attempt.clauses]).toEqual(['', []]);
});

test('what is sent again unchanged has the same id, what was answered has not', async () => {
  const ids: string[] = [];
  const attempt = new Attempt();
  const send = (cents: number, refuses: boolean) => {
    answering(refuses ? refused() : Response.json({}), (body) => ids.push(JSON.parse(body).id));
    return attempt.send('post', '/api/me/cash-outs', { body: { cents } });
  };
  await send(5, true);
  await send(5, false);
  await send(5, true);
  await send(6, true);
  expect(ids[1]).toBe(ids[0]);
  expect(new Set(ids).size).toBe(3);
});

test('a double click sends once', async () => {
  const attempt = new Attempt();
  let sent = 0;
  const slow = () => attempt.run(() => Promise.resolve(void (sent += 1)));
  await Promise.all([slow(), slow()]);
  expect(sent).toBe(1);
});
