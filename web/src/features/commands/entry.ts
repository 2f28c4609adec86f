/** Parses typed or scanned cards. The table decides what may be dealt. */
import { RANKS, SIGNS, SUITS } from '../../text/cards';
import { targetOf } from '../../ui/target';

/** One row per suit, from the ace down. */
export const GRID: string[][] = SUITS.map((suit) => RANKS.map((rank) => rank + suit));

interface Read {
  cards: string[];
  /** Input that is not a card. */
  unknown: string[];
}

/** Accepts `As Kd 10c` and `asKD10C`, as keyboards and scanners send them. */
export function readCards(text: string): Read {
  const cards: string[] = [];
  const unknown: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    let rest = word;
    while (rest) {
      const match = /^(10|[2-9tjqka])([cdhs♣♦♥♠])/i.exec(rest);
      if (!match) {
        unknown.push(rest);
        break;
      }
      cards.push(card(match[1] ?? '', match[2] ?? ''));
      rest = rest.slice(match[0].length);
    }
  }
  return { cards, unknown };
}

function card(rank: string, suit: string): string {
  const letter = rank === '10' ? 'T' : rank.toUpperCase();
  return letter + (SUITS.find((each) => SIGNS[each] === suit) ?? suit.toLowerCase());
}

/** Adds or removes a card, up to the number wanted. A single card is replaced. */
export function toggled(cards: string[], one: string, most: number): string[] {
  if (cards.includes(one)) return cards.filter((each) => each !== one);
  if (most === 1) return [one];
  return cards.length < most ? [...cards, one] : cards;
}

/** Cards typed key by key without an input field: `A`, then `s`. */
interface Typed {
  cards: string[];
  /** A rank that waits for its suit. */
  rank: string;
}

/** True for a plain key pressed outside of input fields. */
export function isTyped(event: KeyboardEvent): boolean {
  const shortcut = event.ctrlKey || event.metaKey || event.altKey;
  return !shortcut && !targetOf(event)?.closest('input, select, textarea, dialog');
}

/** True if the key can be part of a card. */
export const isOfCards = (key: string): boolean =>
  key === 'Backspace' || /^[0-9tjqkacdhs]$/i.test(key);

/** The state after one more key; null if the key is not part of a card. */
export function keyed({ cards, rank }: Typed, key: string, most: number): Typed | null {
  if (key === 'Backspace') {
    if (rank) return { cards, rank: '' };
    return cards.length ? { cards: cards.slice(0, -1), rank: '' } : null;
  }
  const letter = key.toUpperCase();
  if (key.length !== 1) return null;
  if (rank === '1') return letter === '0' ? { cards, rank: 'T' } : null;
  if (letter === '1' || RANKS.some((each) => each === letter)) {
    return cards.length < most ? { cards, rank: letter } : null;
  }
  const suit = SUITS.find((each) => each === key.toLowerCase());
  if (!rank || !suit) return null;
  const one = rank + suit;
  return { cards: cards.includes(one) ? cards : [...cards, one], rank: '' };
}
