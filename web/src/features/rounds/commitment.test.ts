import { expect, test, vi } from 'vitest';

import { shuffle } from '../../testing/round';
import { check } from './commitment';

test('a shuffle of the real service is the one it committed to', async () => {
  expect(await check(shuffle)).toBe('holds');
});

test('two cards exchanged are noticed', async () => {
  const [first = '', second = '', ...rest] = shuffle.order;
  expect(await check({ ...shuffle, order: [second, first, ...rest] })).toBe('broken');
});

test('another nonce is noticed', async () => {
  expect(await check({ ...shuffle, nonce: shuffle.nonce + '0' })).toBe('broken');
});

test('where the browser cannot work it out, it does not say that it has', async () => {
  vi.stubGlobal('crypto', {});
  expect(await check(shuffle)).toBe('unchecked');
  vi.unstubAllGlobals();
});
