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
