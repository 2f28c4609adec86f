/** Spaces that French puts before a sign, and that never end a line: thin ones, and whole ones. */
export const typeset = (text: string): string =>
  text
    .replaceAll(/ (?=[;?!])/g, '\u202f')
    .replaceAll(/ (?=[:»%])/g, '\u00a0')
    .replaceAll('« ', '«\u00a0');

export function typesetAll<T extends Record<string, string>>(words: T): T {
  return Object.fromEntries(Object.entries(words).map(([key, text]) => [key, typeset(text)])) as T;
}
