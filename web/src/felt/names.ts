/** As far as letters may be narrowed and still be read with ease. */
const NARROWEST = 0.74;
const LETTER = 0.48; // A letter's usual width, in its size.

interface Fitted {
  text: string;
  /** What it is narrowed to, where it is. */
  width?: number;
}

/** A name as it fits a width: whole, whole and narrower, or cut where nothing else helps. */
export function fitted(name: string, width: number, size: number): Fitted {
  const room = Math.max(4, Math.floor(width / (size * LETTER)));
  if (name.length <= room) return { text: name };
  if (name.length * NARROWEST <= room) return { text: name, width };
  return { text: name.slice(0, room - 1).trimEnd() + '…' };
}

/** In two lines where one is too short for a name of several words. */
export function fittedLines(name: string, width: number, size: number): Fitted[] {
  const one = fitted(name, width, size);
  const space = name.indexOf(' ');
  if (one.text === name && !one.width) return [one];
  if (space < 0) return [one];
  const parts = [name.slice(0, space), name.slice(space + 1)];
  return parts.map((part) => fitted(part, width, size));
}
