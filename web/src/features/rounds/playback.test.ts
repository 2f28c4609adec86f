import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Playback } from './playback.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a replay runs to its end, stops, and begins again', () => {
  const playback = new Playback(() => 3);
  playback.toggle();
  const stop = playback.run();
  vi.advanceTimersByTime(10_000);
  expect([playback.at, playback.running]).toEqual([2, false]);
  stop?.();
  playback.toggle();
  expect([playback.at, playback.running]).toEqual([0, true]);
});

test('keys step through it and stay within it', () => {
  const playback = new Playback(() => 3);
  const after = (key: string) => [playback.pressed(key), playback.at];
  expect(after('ArrowLeft')).toEqual([true, 0]);
  expect(after('ArrowRight')).toEqual([true, 1]);
  expect(after('End')).toEqual([true, 2]);
  expect(after('ArrowRight')).toEqual([true, 2]);
  expect(after('Home')).toEqual([true, 0]);
  expect(after('a')).toEqual([false, 0]);
});
