import { english } from './english';
import type { BookWords } from './books.svelte';
import type { Phrases } from './service_words';
import { typesetAll } from './typography';

/** Every sentence of the player's pages; a language has all of them or does not compile. */
export type Sentence = keyof typeof english;
export type Catalogue = Record<Sentence, string>;

/** The words of our own pages, and those for what the service says in English. */
interface Words {
  catalogue: Catalogue;
  phrases: Phrases | null;
}

interface Spoken {
  name: string;
  load: () => Promise<Words>;
  /** What rule books say; nothing where they are in this language already. */
  books: (() => Promise<BookWords>) | null;
}

export type Language = 'en' | 'fr';

/** Languages other than English are fetched by those who read them. */
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

/** For what the service says; nothing where that is the language in use. */
export const phrasesNow = () => phrases;

/** The language in use; settings choose it. */
export const language = $state<{ now: Language }>({ now: 'en' });

/** From now on in this language, as soon as it is here; where it cannot be fetched, as before. */
export async function speak(chosen: Language): Promise<void> {
  wanted = chosen;
  const found: Words | null = await LANGUAGES[chosen].load().catch(() => null);
  if (!found || chosen !== wanted) return;
  catalogue = found.catalogue;
  phrases = found.phrases;
  language.now = chosen;
}

/** What the browser asks for first. */
export function preferred(): Language {
  const wished = globalThis.navigator?.languages ?? [];
  return wished.map((each) => each.slice(0, 2)).find(isLanguage) ?? 'en';
}

/**
 * A sentence with its values put in: `{have}` stands for a value of that name,
 * `{rounds:round|rounds}` for a number and what is counted.
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
    return `${value} ${rule === 'one' ? one : several}`;
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
