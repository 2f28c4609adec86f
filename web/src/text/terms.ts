import { getContext, setContext } from 'svelte';

import type { BookOf } from '../protocol/clauses.svelte';
import { serviceSettings } from '../protocol/service_settings.svelte';
import { counter, currencyName, money, shortMoney, signed } from './money';
import { inWords } from './wagers';

/** What a screen needs to name a house's bets. */
export interface Spoken {
  /** Its key, to load clauses. */
  house: string;
  currency: string;
  titles: Record<string, string>;
  /** Terms in the book's language. */
  words?: Record<string, string>;
  /** At a table: the book it was opened with, whatever came later. */
  table?: string;
}

/** A house's terms: the names of its bets, and its money. */
export class Terms {
  readonly #house: () => Spoken | null | undefined;

  constructor(house: () => Spoken | null | undefined) {
    this.#house = house;
  }

  get house(): string {
    return this.#house()?.house ?? '';
  }
  /** The book for clauses. */
  get book(): BookOf {
    const { house = '', table = '' } = this.#house() ?? {};
    return table ? { table } : { house };
  }
  /** A term of the book's language, or the usual one. */
  word(name: string, usual: string): string {
    return this.#house()?.words?.[name] ?? usual;
  }
  get currency(): string {
    return this.#house()?.currency ?? serviceSettings.currency;
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

/** Without a house: the service's currency, and bets by key. */
export const PLAIN = new Terms(() => null);

export const TERMS = Symbol('terms');

/** Sets the terms for a component and its children. */
export function speakAs(house: () => Spoken | null | undefined): Terms {
  return setContext(TERMS, new Terms(house));
}

export function spoken(): Terms {
  return getContext<Terms | undefined>(TERMS) ?? PLAIN;
}
