import { language, LANGUAGES, type Language } from './catalogue.svelte';
import { translatedValue } from './service_words';

/**
 * The texts of rule books: clauses, rulings, names of settings and their values. The service sends
 * the book's own words; a language may translate those of the built-in books.
 */
export type BookWords = Record<string, string>;

/** By language, once loaded by a reader of a book. */
let loaded = $state.raw<Partial<Record<Language, BookWords>>>({});
const asked: Partial<Record<Language, boolean>> = {};

function wordsNow(): BookWords | undefined {
  const now = language.now;
  const { books } = LANGUAGES[now];
  if (books && !asked[now]) {
    asked[now] = true;
    books().then(
      (found) => (loaded = { ...loaded, [now]: found }),
      () => (asked[now] = false), // The next page retries.
    );
  }
  return loaded[now];
}

interface Written {
  text: string;
  /** Set if the text is not in the language in use: a book's language is unknown. */
  lang?: '';
}

/** A text of a book, translated if possible. */
export function written(text: string): Written {
  if (!LANGUAGES[language.now].books || !/\p{L}/u.test(text)) return { text };
  const words = wordsNow();
  const found = words ? translated(text, words) : null;
  return found === null ? { text, lang: '' } : { text: found };
}

/** Translates a whole sentence; figures, `Pair Plus: fold` and `chip, plaque` part by part. */
function translated(text: string, words: BookWords): string | null {
  const whole = words[text];
  if (whole !== undefined) return whole;
  if (/[.!?]$/.test(text)) return null;
  if (translatedValue(text) !== text) return translatedValue(text);
  const [of, ...rest] = text.split(': ');
  if (of && rest.length) {
    const value = translated(rest.join(': '), words);
    return value === null ? null : `${words[of] ?? of}\u00a0: ${value}`;
  }
  const parts = text.split(', ');
  if (parts.length < 2) return null;
  const each = parts.map((part) => (/\p{L}/u.test(part) ? translated(part, words) : part));
  return each.every((part) => part !== null) ? each.join(', ') : null;
}
