import { expect, test, vi } from 'vitest';

import { match, router } from './router.svelte';

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

test('an address with a hash scrolls to its element as soon as the page has it', async () => {
  router.go('/account#money');
  const section = document.createElement('section');
  section.id = 'money';
  section.scrollIntoView = vi.fn();
  document.body.append(section);
  await vi.waitFor(() => expect(section.scrollIntoView).toHaveBeenCalledOnce());
  section.remove();
});
