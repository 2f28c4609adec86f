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
