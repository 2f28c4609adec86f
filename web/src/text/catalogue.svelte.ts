import { english } from './english';
import { french } from './french';

/** Every sentence of the player's pages; a language has all of them or does not compile. */
export type Sentence = keyof typeof english;
export type Catalogue = Record<Sentence, string>;

export const LANGUAGES = {
  en: { name: 'English', catalogue: english },
  fr: { name: 'Français', catalogue: french },
} satisfies Record<string, { name: string; catalogue: Catalogue }>;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(name: string | undefined): name is Language {
  return name !== undefined && name in LANGUAGES;
}

/** The language in use; settings choose it. */
export const language = $state<{ now: Language }>({ now: 'en' });

/** What the browser asks for first. */
export function preferred(): Language {
  const wished = globalThis.navigator?.languages ?? [];
  return wished.map((each) => each.slice(0, 2)).find(isLanguage) ?? 'en';
}

/** A sentence with its values put in: `{have}` stands for a value of that name. */
export function say(sentence: Sentence, values: Record<string, string | number> = {}): string {
  return filled(LANGUAGES[language.now].catalogue[sentence], values);
}

function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** `Ante or Pair Plus`, `Ante ou Pair Plus`. */
export function either(words: string[]): string {
  return new Intl.ListFormat(language.now, { type: 'disjunction' }).format(words);
}
