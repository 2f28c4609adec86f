import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './client';
import { Resource } from './resource.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers that are given by hand. */
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

test('the next question comes a while after the last answer, and none after the end', async () => {
  const { open, ask } = answers<string>();
  const found = new Resource(ask);
  const end = found.poll(1_000);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(open.length).toBe(1); // Not answered yet: a slow service is not pressed.
  open[0]?.give('one');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(open.length).toBe(2);
  end();
  open[1]?.give('two');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([open.length, found.value]).toEqual([2, 'one']);
});
