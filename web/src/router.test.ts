import { expect, test } from 'vitest';

import { match } from './router.svelte';

test.each([
  ['/', 'lobby', {}],
  ['/table/main', 'table', { id: 'main' }],
  ['/table/p%201', 'table', { id: 'p 1' }],
  ['/history', 'history', {}],
  ['/history/main/12', 'history', { table: 'main', round: '12' }],
  ['/odds/manual', 'odds', { house: 'manual' }],
  ['/dealer/main', 'dealer', { id: 'main' }],
  ['/welcome/abc', 'sign-in', { token: 'abc' }],
])('%s is the page %s', (path, page, params) => {
  expect(match(path)).toEqual({ page, params });
});

test.each(['/table', '/nothing', '/table/a/b'])('%s leads nowhere', (path) => {
  expect(match(path)).toBeNull();
});
