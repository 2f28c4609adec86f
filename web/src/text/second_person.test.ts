import { expect, it } from 'vitest';

import { toYou } from './second_person';

it.each([
  ['Seat 4 bets Ante $5', 'You bet Ante $5'],
  ['Seat 4 folds', 'You fold'],
  ['Seat 4 folds (timed out)', 'You fold (timed out)'],
  ['Seat 4 is dealt 3 cards face down', 'You are dealt 3 cards face down'],
  ['Seat 4, Ante: $5 is taken', 'Your Ante: $5 is taken'],
  ['Seat 4 has hit the meter: $9 is locked', 'You have hit the meter: $9 is locked'],
  ['Guest pelican 57 buys chips for $200', 'You buy chips for $200'],
  ['Guest pelican 57 sits down at seat 4', 'You sit down at seat 4'],
  ['Seat 41 folds', 'Seat 41 folds'],
  ['Bot 1 buys chips for $200', 'Bot 1 buys chips for $200'],
])('“%s” is said to the player as “%s”', (text, said) => {
  expect(toYou(text, [4], ['', 'Guest pelican 57'])).toBe(said);
});
