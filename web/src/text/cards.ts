/** Cards as two characters, rank then suit; `??` is a back. */
import { say } from './catalogue.svelte';

export const BACK = '??';

export const RANKS = ['A', 'K', 'Q', 'J', 'T', '9', '8', '7', '6', '5', '4', '3', '2'] as const;
/** From the highest. */
export const SUITS = ['s', 'h', 'd', 'c'] as const;

export type Suit = (typeof SUITS)[number];

/** Nothing for a back. */
export const suitOf = (card: string): Suit | undefined => SUITS.find((suit) => suit === card[1]);

export function rankText(card: string): string {
  const rank = card[0] ?? '';
  return rank === 'T' ? '10' : rank;
}

const rankOf = (card: string) => RANKS.find((rank) => rank === card[0]);

export function cardInWords(card: string): string {
  const rank = rankOf(card);
  const suit = suitOf(card);
  if (!rank || !suit) return say('cards.back');
  return say('cards.of', { rank: say(`rank.${rank}`), suit: say(`suit.${suit}`) });
}

export function handInWords(cards: string[]): string {
  if (cards.every((card) => card === BACK)) {
    const { length: count } = cards;
    return count === 1 ? say('cards.oneBack') : say('cards.backs', { count });
  }
  return cards.map(cardInWords).join(', ');
}

export const SIGNS: Record<Suit, string> = { s: '♠', h: '♥', d: '♦', c: '♣' };
/** Two cards or more: a single one may be a word. */
const CODES = /\b[2-9TJQKA][shdc](?:,? [2-9TJQKA][shdc])+\b/g;

/** Replaces `8s Js 7s` in a sentence by the names of the cards, to be read aloud. */
export const aloud = (text: string): string =>
  text.replace(CODES, (cards) => handInWords(cards.split(/,? /)));

/** Replaces `8s Js 7s` in a sentence by 8♠ J♠ 7♠. */
export const withSigns = (text: string): string =>
  text.replace(CODES, (cards) =>
    cards.replace(/[2-9TJQKA][shdc]/g, (card) => {
      const suit = suitOf(card);
      return suit ? rankText(card) + SIGNS[suit] : card;
    }),
  );
