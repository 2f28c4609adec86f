import { tick } from 'svelte';
import { beforeEach, expect, test } from 'vitest';

import { forget, kept } from './page_memory.svelte';

beforeEach(forget);

test('what was chosen on a page is there again', () => {
  kept('odds', { sought: '', seats: 1 }).sought = 'tie';
  expect(kept('odds', { sought: '', seats: 1 })).toEqual({ sought: 'tie', seats: 1 });
  expect(kept('rules', { sought: '' })).toEqual({ sought: '' });
});

test('it is written down for when the page is loaded again', async () => {
  kept('odds', { sought: '' }).sought = 'tie';
  await tick();
  expect(sessionStorage.getItem('queenhigh.page.odds')).toBe('{"sought":"tie"}');
});

test('what was written down is read, and what is new on the page is added', () => {
  sessionStorage.setItem('queenhigh.page.odds', '{"sought":"tie"}');
  expect(kept('odds', { sought: '', seats: 1 })).toEqual({ sought: 'tie', seats: 1 });
});

test.each(['nonsense', 'null', '7'])('%s is not a choice', (text) => {
  sessionStorage.setItem('queenhigh.page.odds', text);
  expect(kept('odds', { sought: '' })).toEqual({ sought: '' });
});

test('it is forgotten for whoever comes next', async () => {
  kept('odds', { sought: '' }).sought = 'tie';
  await tick();
  forget();
  expect(sessionStorage.getItem('queenhigh.page.odds')).toBeNull();
  expect(kept('odds', { sought: '' }).sought).toBe('');
});
