import { expect, test } from 'vitest';

import { ApiError } from '../../protocol/client';
import { Attempt } from './attempt.svelte';

const refused = new ApiError(409, 'cage/too_much', 'That is too much.', ['manual-1']);

test('an answer without content is not a refusal', async () => {
  const attempt = new Attempt();
  let told = 0;
  await attempt.send('/api/x', {}, () => (told += 1), () => Promise.resolve(null)); // prettier-ignore
  expect([told, attempt.wrong, attempt.busy]).toEqual([1, '', false]);
});

test('a refusal has its words and clauses, until the next attempt', async () => {
  const attempt = new Attempt();
  const done = () => expect.unreachable();
  await attempt.send('/api/x', {}, done, () => Promise.reject(refused));
  expect([attempt.wrong, attempt.clauses]).toEqual(['That is too much.', ['manual-1']]);
  await attempt.run(() => Promise.resolve());
  expect([attempt.wrong, attempt.clauses]).toEqual(['', []]);
});

test('what is sent again unchanged has the same id, what was answered has not', async () => {
  const ids: string[] = [];
  const attempt = new Attempt();
  const send = (cents: number, refuses: boolean) =>
    attempt.send('/api/x', { cents }, undefined, (_, body) => {
      ids.push((body as { id: string }).id);
      return refuses ? Promise.reject(refused) : Promise.resolve(null);
    });
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
