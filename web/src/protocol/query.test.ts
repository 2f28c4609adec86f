import { expect, test } from 'vitest';

import { query } from './query';

test.each([
  [{}, ''],
  [{ day: '', before: null, table: undefined }, ''],
  [{ day: '2026-01-05', limit: 0 }, '?day=2026-01-05&limit=0'],
  [{ q: 'net>=$100 & more' }, '?q=net%3E%3D%24100+%26+more'],
])('%o asks %s', (parts, text) => {
  expect(query(parts)).toBe(text);
});
