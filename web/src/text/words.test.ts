import { expect, test } from 'vitest';

import { cardInWords, handInWords, withSigns } from './cards';
import { currencyName, money, shortMoney, signed } from './money';
import { playerName } from './players';

test.each([
  [1_200, '$12'],
  [1_250, '$12.50'],
  [5, '$0.05'],
  [-1_200, '−$12'],
  [123_456_789_00, '$123,456,789'],
])('%i cents are %s', (cents, text) => {
  expect(money(cents)).toBe(text);
});

test.each([
  [500, '+$5'],
  [-500, '−$5'],
  [0, '$0'],
])('as a result %i cents are %s', (cents, text) => {
  expect(signed(cents)).toBe(text);
});

test.each([
  [999_900, '$9,999'],
  [1_234_500, '$12.3k'],
  [123_450_000, '$1.23M'],
  [99_999_999_900, '$1B'],
])('in a small place %i cents are %s', (cents, text) => {
  expect(shortMoney(cents)).toBe(text);
});

test.each([
  [1_250, 'EUR', '€12.50'],
  [-1_200, 'GBP', '−£12'],
  [2_000, 'CHF', 'CHF\u00a020'],
  [500, 'chips', 'chips\u00a05'],
])('%i cents of %s are %s', (cents, currency, text) => {
  expect(money(cents, currency)).toBe(text);
});

test('large amounts are short in every currency', () => {
  expect(shortMoney(1_234_500, 'EUR')).toBe('€12.3k');
  expect(shortMoney(-1_234_500, 'CHF')).toBe('−CHF\u00a012.3k');
});

test.each([
  ['USD', 'dollars'],
  ['EUR', 'euros'],
  ['chips', 'chips'],
])('%s are called %s', (currency, name) => {
  expect(currencyName(currency)).toBe(name);
});

test('cards are said in words', () => {
  expect(cardInWords('Ts')).toBe('ten of spades');
  expect(handInWords(['As', 'Kd'])).toBe('ace of spades, king of diamonds');
  expect(handInWords(['??', '??', '??'])).toBe('3 cards face down');
});

test('cards in a sentence have their signs, and words stay words', () => {
  expect(withSigns('You look at your cards: 8s Ts 7h, ten high')).toBe(
    'You look at your cards: 8♠ 10♠ 7♥, ten high',
  );
  expect(withSigns('As the dealer says')).toBe('As the dealer says');
});

test.each([
  ['bot-p-06306672-2', 'Bot 2'],
  ['guest-otter-42', 'Guest otter'],
  ['ann', 'ann'],
])('%s is shown as %s', (name, shown) => {
  expect(playerName(name)).toBe(shown);
});
