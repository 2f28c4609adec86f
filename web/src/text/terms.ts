import { getContext, setContext } from 'svelte';

import type { BookOf } from '../protocol/clauses.svelte';
import { room } from '../protocol/room.svelte';
import { counter, currencyName, money, shortMoney, signed } from './money';
import { inWords } from './wagers';

/** What a screen has to know of a house to speak of its bets. */
export interface Spoken {
  /** Its key: clauses are asked for by it. */
  house: string;
  currency: string;
  titles: Record<string, string>;
  /** Names in the book's language. */
  words?: Record<string, string>;
  /** Where it is spoken at a table: the book that was opened there, whatever came later. */
  table?: string;
}

/** The words of one house: what its bets are called, and its money. */
export class Terms {
  readonly #house: () => Spoken | null | undefined;

  constructor(house: () => Spoken | null | undefined) {
    this.#house = house;
  }

  get house(): string {
    return this.#house()?.house ?? '';
  }
  /** Whose clauses are meant. */
  get book(): BookOf {
    const { house = '', table = '' } = this.#house() ?? {};
    return table ? { table } : { house };
  }
  /** A word of the book's language, or the usual one. */
  word(name: string, usual: string): string {
    return this.#house()?.words?.[name] ?? usual;
  }
  get currency(): string {
    return this.#house()?.currency ?? room.currency;
  }
  /** `dollars`, `euros`. */
  get currencyName(): string {
    return currencyName(this.currency);
  }
  title(wager: string): string {
    return this.#house()?.titles[wager] ?? inWords(wager);
  }
  money(cents: number): string {
    return money(cents, this.currency);
  }
  signed(cents: number): string {
    return signed(cents, this.currency);
  }
  short(cents: number): string {
    return shortMoney(cents, this.currency);
  }
  counter(cents: number): string {
    return counter(cents, this.currency);
  }
}

/** Where no house is meant: the room's money, and bets by their keys. */
export const PLAIN = new Terms(() => null);

export const TERMS = Symbol('terms');

/** For a component and all that is in it. */
export function speakAs(house: () => Spoken | null | undefined): Terms {
  return setContext(TERMS, new Terms(house));
}

export function spoken(): Terms {
  return getContext<Terms | undefined>(TERMS) ?? PLAIN;
}
