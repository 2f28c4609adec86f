import { phrasesNow } from './catalogue.svelte';
import { money, percentage } from './money';

/**
 * The service's sentences are in English; a catalogue translates whole sentences. The English is
 * the key: `Your {own} loses to the dealer's {dealers}.` Its values are translated separately.
 * `{#n}` matches digits, `{$n}` an amount, `{@n}` one word. Sentences without a translation stay as
 * they are: names of bets, and the house's own words.
 */
export interface Phrases {
  sentences: Record<string, string>;
  /** Values within sentences or alone: hands, odds, awards. */
  values: Record<string, string>;
}

interface Rule {
  pattern: RegExp;
  names: string[];
  text: string;
}

/** Rules in the order of trial; those without values are looked up directly. */
class Rules {
  readonly #whole = new Map<string, string>();
  readonly #rules: Rule[] = [];

  constructor(phrases: Record<string, string>) {
    for (const [english, text] of Object.entries(phrases)) {
      if (english.includes('{')) this.#rules.push(rule(english, text));
      else this.#whole.set(english, text);
    }
  }

  filled(text: string, value: (text: string) => string): string | null {
    const whole = this.#whole.get(text);
    if (whole !== undefined) return whole;
    for (const { pattern, names, text: into } of this.#rules) {
      const found = pattern.exec(text);
      if (!found) continue;
      const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
      return into.replace(/\{(\w+)\}/g, (_, name: string) => value(values.get(name) ?? ''));
    }
    return null;
  }
}

class Book {
  readonly #sentences: Rules;
  readonly #values: Rules;
  readonly #known = new Map<string, string>();

  constructor({ sentences, values }: Phrases) {
    this.#sentences = new Rules(sentences);
    this.#values = new Rules(values);
  }

  /** One or more sentences. */
  said(text: string): string {
    return this.#kept(`s ${text}`, () => {
      const whole = this.#sentences.filled(text, (each) => this.#value(each));
      if (whole !== null) return whole;
      const parts = text.split(/(?<=[.!?]) (?=[A-Z])/);
      return parts.length > 1 ? parts.map((each) => this.said(each)).join(' ') : text;
    });
  }

  /** A hand, odds or an amount; keeps an initial capital. */
  named(text: string): string {
    const found = this.#value(text);
    const capital = /^[A-Z]/.test(text);
    return capital ? found.charAt(0).toUpperCase() + found.slice(1) : found;
  }

  #value(text: string): string {
    return this.#kept(
      `v ${text}`,
      () =>
        amount(text) ??
        share(text) ??
        this.#values.filled(text, (each) => this.#value(each)) ??
        text,
    );
  }

  #kept(key: string, made: () => string): string {
    const found = this.#known.get(key) ?? made();
    this.#known.set(key, found);
    return found;
  }
}

const PLACE = /\{([#@$]?)(\w+)\}/g;
/** A value never spans two sentences. */
const TAKES: Record<string, string> = {
  '': '((?:(?!\\. [A-Z]).)+?)',
  '#': '([\\d.,/]+)',
  $: '([^\\s\\d]{0,4}\\s?\\d[\\d.,]*)',
  '@': '([A-Za-z0-9]+)',
};

function rule(english: string, text: string): Rule {
  const names = [...english.matchAll(PLACE)].map(([, , name = '']) => name);
  const pattern = english
    .split(PLACE)
    .map((piece, index) => [escaped(piece), TAKES[piece] ?? '', ''][index % 3])
    .join('');
  return { pattern: new RegExp(`^${pattern}$`, 's'), names, text };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const CURRENCIES: Record<string, string> = { $: 'USD', '€': 'EUR', '£': 'GBP' };

/** `$1,250.50` in the language in use. */
function amount(text: string): string | null {
  const found = /^([$€£])([\d,]+)(?:\.(\d\d))?$/.exec(text);
  if (!found) return null;
  const [, sign = '', whole = '', cents = '0'] = found;
  return money(Number(whole.replaceAll(',', '')) * 100 + Number(cents), CURRENCIES[sign]);
}

/** `100%` in the language in use. */
function share(text: string): string | null {
  const found = /^(\d+(?:\.\d+)?)%$/.exec(text);
  return found && percentage(Number(found[1]));
}

const books = new WeakMap<Phrases, Book>();

function book(): Book | null {
  const now = phrasesNow();
  if (!now) return null;
  const found = books.get(now) ?? new Book(now);
  books.set(now, found);
  return found;
}

/** Translates a sentence: a reason, a refusal or an event. */
export const translated = (text: string): string => book()?.said(text) ?? text;

/** Translates a value: a hand, an award or odds. */
export const translatedValue = (text: string): string => book()?.named(text) ?? text;
