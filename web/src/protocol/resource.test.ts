import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './client';
import { Resource } from './resource.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers given by hand. */
function answers<T>() {
  const open: { give: (value: T) => void; refuse: (error: unknown) => void }[] = [];
  const ask = () => new Promise<T>((give, refuse) => void open.push({ give, refuse }));
  return { open, ask };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

test('of two questions the later one is answered, whichever answer comes first', async () => {
  const { open, ask } = answers<string>();
  const found = new Resource(ask);
  void found.look();
  void found.look();
  open[1]?.give('later');
  open[0]?.give('earlier');
  await settle();
  expect([found.value, found.busy]).toEqual(['later', false]);
});

test('a failure keeps the last answer and says what went wrong', async () => {
  const { open, ask } = answers<string>();
  const found = new Resource(ask);
  void found.look();
  open[0]?.give('before');
  await settle();
  void found.look();
  open[1]?.refuse(new ApiError(404, 'table/unknown', 'There is no such table.'));
  await settle();
  expect([found.value, found.wrong, found.missing]).toEqual([
    'before',
    'There is no such table.',
    true,
  ]);
});

test('a request whose answer is no longer wanted ends', () => {
  const signals: AbortSignal[] = [];
  const found = new Resource((signal) => {
    signals.push(signal);
    return new Promise<string>(() => undefined);
  });
  void found.look();
  void found.look();
  found.drop();
  expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
});

test('an answer is continued once, however often it is asked for', async () => {
  const { open, ask } = answers<string[]>();
  const found = new Resource(ask);
  void found.look();
  open[0]?.give(['first']);
  await settle();
  const further = async (value: string[]) => [...value, ...(await ask())];
  void found.extend(further);
  void found.extend(further);
  open[1]?.give(['second']);
  await settle();
  expect([found.value, open.length]).toEqual([['first', 'second'], 2]);
});

test('a continuation is dropped when the question is asked again meanwhile', async () => {
  const { open, ask } = answers<string[]>();
  const found = new Resource(ask);
  void found.look();
  open[0]?.give(['first']);
  await settle();
  void found.extend(async (value) => [...value, ...(await ask())]);
  void found.look();
  open[1]?.give(['second']);
  open[2]?.give(['first again']);
  await settle();
  expect(found.value).toEqual(['first again']);
});

test('a failure that passes is waited for, and nobody sees it', async () => {
  const { open, ask } = answers<string>();
  const found = new Resource(ask, (_, tries) => [1_000][tries]);
  void found.look();
  open[0]?.refuse(new ApiError(503, 'service/unavailable', 'Later.'));
  await settle();
  expect([found.busy, found.wrong]).toEqual([true, '']);
  await vi.advanceTimersByTimeAsync(1_000);
  open[1]?.refuse(new ApiError(503, 'service/unavailable', 'Later.'));
  await settle();
  expect([found.busy, found.wrong]).toEqual([false, 'Later.']);
});
