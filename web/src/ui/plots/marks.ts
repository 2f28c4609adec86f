/** A row of a plot: a name, a value, and its value before an edit. */
export interface Mark {
  key: string;
  name: string;
  value: number;
  text: string;
  before?: number;
}

/** What a plot of rows shows, for readers who do not see it. */
export const inWords = (rows: { name: string; text: string }[]): string =>
  rows.map(({ name, text }) => `${name}: ${text}`).join('; ');

export const ROW = 28;
export const TOP = 8;
export const AXIS = 30;
/** Approximate letter width at 14 px. */
const LETTER = 7.4;

export function widest(texts: string[]): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => text.length)) * LETTER);
}

/** A name in one or two lines; longer ones end in an ellipsis. */
export function inTwoLines(name: string, room: number): string[] {
  const most = Math.max(4, Math.floor(room / LETTER));
  if (name.length <= most) return [name];
  const small = Math.floor(most * 1.14); // Two lines use a smaller font.
  const words = name.split(' ');
  let first = words.shift() ?? '';
  while (words[0] && first.length + words[0].length < small) first += ` ${words.shift()}`;
  return [first, words.join(' ')]
    .filter(Boolean)
    .map((line) => (line.length > small ? `${line.slice(0, small - 1)}…` : line));
}
