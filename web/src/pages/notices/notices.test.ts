import { expect, test } from 'vitest';

import { inShort, type Notice } from '../../features/shell/notices.svelte';
import { about, escalated, inOrder } from './notices';

function notice(id: string, at: string, more: Partial<Notice> = {}): Notice {
  return {
    id,
    at: `2026-01-05T${at}:00Z`,
    about: 'royal',
    waiting: ['floor'],
    overdue_seconds: 0,
    yours: true,
    ...more,
  } as Notice;
}

test('the most overdue come first, then what waits for me, then the newest', () => {
  const sorted = inOrder([
    notice('known', '12:30', { waiting: [], yours: false, overdue_seconds: 0 }),
    notice('old', '12:00'),
    notice('late', '11:00', { overdue_seconds: 60 }),
    notice('new', '12:20'),
    notice('latest', '10:00', { overdue_seconds: 3_600 }),
  ]);
  expect(sorted.map((each) => each.id)).toEqual(['latest', 'late', 'new', 'old', 'known']);
});

test('what everybody has acknowledged no longer escalates', () => {
  expect(escalated(notice('a', '12:00', { waiting: [], overdue_seconds: 90 }))).toBe(false);
  expect(escalated(notice('a', '12:00', { overdue_seconds: 90 }))).toBe(true);
});

test('the header says how many, and nothing else', () => {
  expect(inShort(0, 0)).toBe('no notice waits for you');
  expect(inShort(1, 0)).toBe('1 notice waits for you');
  expect(inShort(3, 1)).toBe('3 notices wait for you, 1 overdue');
  expect(about(notice('a', '12:00', { about: 'halt' }))).toBe('The table is halted');
});
