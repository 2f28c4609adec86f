import { english } from './english';
import type { BookWords } from './books.svelte';
import type { Phrases } from './service_words';
import { typesetAll } from './typography';

/** Every sentence of the players' pages; a language that lacks one does not compile. */
export type Sentence = keyof typeof english;
export type Catalogue = Record<Sentence, string>;

/** The words of our own pages, and translations of the service's English. */
interface Words {
  catalogue: Catalogue;
  phrases: Phrases | null;
}

interface Spoken {
  name: string;
  load: () => Promise<Words>;
  /** The texts of rule books; null if they are already in this language. */
  books: (() => Promise<BookWords>) | null;
}

export type Language = 'en' | 'fr';

/** Languages other than English are loaded on demand. */
export const LANGUAGES: Record<Language, Spoken> = {
  en: {
    name: 'English',
    load: () => Promise.resolve({ catalogue: english, phrases: null }),
    books: null,
  },
  fr: {
    name: 'Français',
    load: () => import('./french').then(({ french }) => french),
    books: () => import('./books.fr.json').then(({ default: found }) => typesetAll(found)),
  },
};

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && name in LANGUAGES;
}

let catalogue = $state.raw<Catalogue>(english);
let wanted: Language = 'en';

let phrases = $state.raw<Phrases | null>(null);

/** Translations of the service's sentences; null in English. */
export const phrasesNow = () => phrases;

/** The language in use, chosen in the settings. */
export const language = $state<{ now: Language }>({ now: 'en' });

/** Switches to a language once it has loaded; if it fails, nothing changes. */
export async function speak(chosen: Language): Promise<void> {
  wanted = chosen;
  const found: Words | null = await LANGUAGES[chosen].load().catch(() => null);
  if (!found || chosen !== wanted) return;
  catalogue = found.catalogue;
  phrases = found.phrases;
  language.now = chosen;
}

/** The browser's first preference. */
export function preferred(): Language {
  const wished = globalThis.navigator?.languages ?? [];
  return wished.map((each) => each.slice(0, 2)).find(isLanguage) ?? 'en';
}

/**
 * A sentence with its values: `{have}` stands for the value of that name, `{rounds:round|rounds}`
 * for a number with its noun.
 */
export function say(sentence: Sentence, values: Record<string, string | number> = {}): string {
  return filled(catalogue[sentence], values);
}

const HOLE = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

export function filled(
  text: string,
  values: Record<string, string | number>,
  locale: Language = language.now,
): string {
  return text.replace(HOLE, (whole, name: string, one?: string, several?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    if (several === undefined) return String(value);
    const rule = new Intl.PluralRules(locale).select(Number(value));
    const number = new Intl.NumberFormat(locale).format(Number(value));
    return `${number} ${rule === 'one' ? one : several}`;
  });
}

/** `Ante or Pair Plus`, `Ante ou Pair Plus`. */
export function either(words: string[]): string {
  return new Intl.ListFormat(language.now, { type: 'disjunction' }).format(words);
}

/** `Ante and Pair Plus`, `Ante et Pair Plus`. */
export function both(words: string[]): string {
  return new Intl.ListFormat(language.now, { type: 'conjunction' }).format(words);
}
