/** One line of a plot of outcomes: a name, a value, and what it was before somebody changed it. */
export interface Mark {
  key: string;
  name: string;
  value: number;
  text: string;
  before?: number;
}

export const ROW = 28;
export const TOP = 8;
export const AXIS = 30;
/** About the width of a letter at 14 px; good enough to leave room for one. */
const LETTER = 7.4;

export function widest(texts: string[]): number {
  return Math.ceil(Math.max(0, ...texts.map((text) => text.length)) * LETTER);
}

/** Words in one line or two, as far as they go; what is longer still ends in dots. */
export function inTwoLines(name: string, room: number): string[] {
  const most = Math.max(4, Math.floor(room / LETTER));
  if (name.length <= most) return [name];
  const small = Math.floor(most * 1.14); // Two lines are set smaller.
  const words = name.split(' ');
  let first = words.shift() ?? '';
  while (words[0] && first.length + words[0].length < small) first += ` ${words.shift()}`;
  return [first, words.join(' ')]
    .filter(Boolean)
    .map((line) => (line.length > small ? `${line.slice(0, small - 1)}…` : line));
}
