import { expect, test } from 'vitest';

import { aboutInWords, byKind, chanceInWords, type Alert } from './alerts';

test.each([
  [{ chance: 4e-5, method: 'exact' }, '1 in 25,000, exactly'],
  [{ chance: 1e-4, method: 'at most' }, '1 in 10,000, at most'],
  [{ chance: 3e-40, method: 'bounded' }, '1 in 10^39 or more, within a proven error'],
  [{ chance: 0, method: 'at most' }, 'too small to show, at most'],
  [{ chance: null, method: '' }, ''],
])('%o is told as %s', (alert, text) => {
  expect(chanceInWords(alert)).toBe(text);
});

test.each([
  ['table:pit-1', 'Table pit-1'],
  ['patron:ann', 'Patron ann'],
])('%s is %s', (about, text) => {
  expect(aboutInWords(about)).toBe(text);
});

test('alerts of a kind stand together', () => {
  const of = (kind: Alert['kind'], about: string) => ({ kind, about }) as Alert;
  const found = byKind([
    of('result_unlikely', 'a'),
    of('deck_overdue', 'b'),
    of('result_unlikely', 'c'),
  ]);
  expect(found.map(([kind, alerts]) => [kind, alerts.map((each) => each.about)])).toEqual([
    ['deck_overdue', ['b']],
    ['result_unlikely', ['a', 'c']],
  ]);
});
