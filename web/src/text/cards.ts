/** Cards as two characters, rank then suit; `??` is a back. */

export const BACK = '??';

const RANKS: Record<string, string> = {
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  T: 'ten',
  9: 'nine',
  8: 'eight',
  7: 'seven',
  6: 'six',
  5: 'five',
  4: 'four',
  3: 'three',
  2: 'two',
};
const SUITS: Record<string, string> = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' };

export type Suit = 's' | 'h' | 'd' | 'c';

export const suitOf = (card: string) => card[1] as Suit;

export function rankText(card: string): string {
  const rank = card[0] ?? '';
  return rank === 'T' ? '10' : rank;
}

export function rankInWords(card: string): string {
  const rank = RANKS[card[0] ?? ''] ?? '';
  return rank.charAt(0).toUpperCase() + rank.slice(1);
}

export function cardInWords(card: string): string {
  const rank = RANKS[card[0] ?? ''];
  const suit = SUITS[card[1] ?? ''];
  return rank && suit ? `${rank} of ${suit}` : 'a card face down';
}

export function handInWords(cards: string[]): string {
  if (cards.every((card) => card === BACK)) {
    return cards.length === 1 ? 'one card face down' : `${cards.length} cards face down`;
  }
  return cards.map(cardInWords).join(', ');
}
