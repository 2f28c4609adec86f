import { expect, test } from 'vitest';

import { offered, placesFor } from './places';
import { rolesInWords, speaker } from '../../text/speakers';
import { lasting, utc } from '../../text/time';

const somebody = (role: string, guest = false) => ({ role, guest });
const titles = (role: string, guest = false) =>
  placesFor(somebody(role, guest)).map((place) => place.title);

test('each role is led to what it may see', () => {
  expect(titles('dealer')).toEqual(['Tables', 'Notices', 'Disputes', 'Conduct', 'School']);
  expect(titles('auditor')).not.toContain('Notices');
  expect(titles('auditor')).toContain('Compliance');
  expect(titles('administrator')).toEqual(['People', 'Rule books']);
  expect(titles('player')).toEqual(['Disputes']);
  expect(titles('player', true)).toEqual([]);
  expect(placesFor(null)).toEqual([]);
});

test('a link that can only fail is not offered', () => {
  expect(offered(somebody('floor'), 'takeForms')).toBe(true);
  expect(offered(somebody('floor'), 'fileReports')).toBe(false);
  expect(offered(somebody('surveillance'), 'announceConduct')).toBe(false);
  expect(offered(somebody('player', true), 'dispute')).toBe(false);
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
