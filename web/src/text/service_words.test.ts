import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { speak } from './catalogue.svelte';
import { translatedValue, translated } from './service_words';

describe('what the service says, in French', () => {
  beforeEach(() => speak('fr'));
  afterEach(() => speak('en'));

  it.each([
    [
      "Your nine high loses to the dealer's queen high.",
      'Votre main (hauteur neuf) perd contre celle du croupier (hauteur dame).',
    ],
    [
      'The dealer has jack high and does not qualify: Ante pays 1 to 1.',
      'Le croupier a hauteur valet et ne se qualifie pas : Ante paie 1 contre 1.',
    ],
    [
      "6 Card Bonus pays 15 to 1 for a flush with the dealer's cards, A-K-9-7-4 of hearts.",
      '6 Card Bonus paie 15 contre 1 pour une couleur avec les cartes du croupier (A-K-9-7-4 à cœur).',
    ],
    [
      'Pair Plus pays 30 to 1 for three of a kind, although you folded.',
      'Pair Plus paie 30 contre 1 pour un brelan, bien que vous vous soyez couché.',
    ],
    [
      'Progressive pays 70 for 1 for a straight flush.',
      'Progressive paie 70 pour 1 (mise comprise) pour une quinte flush.',
    ],
    ['Seat 3 is taken.', 'La place 3 est prise.'],
    ['Seat 4 folds (timed out)', 'La place 4 se couche (temps écoulé)'],
    ['Something that no catalogue has.', 'Something that no catalogue has.'],
  ])('%s', (english, french) => {
    expect(translated(english).replaceAll(/\s/gu, ' ')).toBe(french);
  });

  it('writes amounts as the language does', () => {
    expect(
      translated('The Ante maximum is $1,300; $1,300.50 was bet.').replaceAll(/\s/gu, ' '),
    ).toBe('Le maximum sur Ante est de 1 300 $ ; vous avez misé 1 300,50 $.');
  });

  it.each([
    ['pair of aces, King', 'paire d’as, roi'],
    ['pair of eights, King', 'paire de huit, roi'],
    ['straight flush, Ace-King-Queen', 'quinte flush, as-roi-dame'],
    ['three aces', 'brelan d’as'],
    ['40 to 1', '40 contre 1'],
    ['100%', '100 %'],
    ['A-K-Q of spades', 'A-K-Q à pique'],
    ['Pair Plus', 'Pair Plus'],
    ['Six cards and jackpot', 'Six cartes et jackpot'],
  ])('%s is %s', (english, french) => {
    expect(translatedValue(english).replaceAll(/\s/gu, ' ')).toBe(french);
  });
});

it('what the service says stays as it is in English', () => {
  expect(translated('Seat 3 is taken.')).toBe('Seat 3 is taken.');
});
