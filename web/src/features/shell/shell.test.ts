import { expect, test } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { offeredPages } from './staff_pages';
import { rolesInWords, speaker } from '../../text/speakers';
import { lasting, utc } from '../../text/time';

function titles(...rights: string[]): string[] {
  session.rights = rights;
  return offeredPages().map(({ title }) => title);
}

test('the pages offered are those that the viewer has a right to', () => {
  expect(titles('floor.see', 'notices.see')).toEqual(['Tables', 'Notices']);
  expect(titles('cage.see')).toEqual(['Cage', 'Slips', 'Books']);
  expect(titles('school.see')).toEqual(titles('school.learn'));
  expect(titles('people.see', 'books.see')).toEqual(['People', 'Rule books']);
  expect(titles('disputes.see')).toEqual(['Disputes']);
  expect(titles()).toEqual([]);
});

test.each([
  [7.9, '7 s'],
  [60, '1 min'],
  [3_600, '1 h'],
  [3_900, '1 h 5 min'],
  [200_000, '2 days'],
  [-3, '0 s'],
])('%i seconds are %s', (seconds, words) => {
  expect(lasting(seconds)).toBe(words);
});

test('who did it is said by name and role', () => {
  expect(speaker('pit_manager:cleo')).toBe('cleo, pit manager');
  expect(speaker('system')).toBe('the system');
  expect(rolesInWords(['floor', 'surveillance', 'shift_manager'])).toBe(
    'floor, surveillance and shift manager',
  );
});

test('the title of a time is the time of the log', () => {
  expect(utc('2026-01-05T12:03:04.5Z')).toBe('2026-01-05 12:03:04 UTC');
});
