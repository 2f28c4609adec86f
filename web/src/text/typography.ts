/** French spaces before punctuation, which never break: thin and normal ones. */
const typeset = (text: string): string =>
  text
    .replaceAll(/ (?=[;?!])/g, '\u202f')
    .replaceAll(/ (?=[:»%])/g, '\u00a0')
    .replaceAll('« ', '«\u00a0');

export function typesetAll<K extends string>(words: Readonly<Record<K, string>>) {
  const set: Record<K, string> = { ...words };
  for (const key in set) set[key] = typeset(set[key]);
  return set;
}

/** With a capital at the beginning, as a sentence has. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
