/** The narrowest legible letters. */
const NARROWEST = 0.74;
const LETTER = 0.48; // Average letter width, in font sizes.

interface Fitted {
  text: string;
  /** Set if the name is narrowed. */
  width?: number;
}

/** Fits a name into a width: whole, narrowed, or cut as a last resort. */
export function fitted(name: string, width: number, size: number): Fitted {
  const room = Math.max(4, Math.floor(width / (size * LETTER)));
  if (name.length <= room) return { text: name };
  if (name.length * NARROWEST <= room) return { text: name, width };
  return { text: name.slice(0, room - 1).trimEnd() + '…' };
}

/** Splits a name of several words into two lines if one is too short. */
export function fittedLines(name: string, width: number, size: number): Fitted[] {
  const one = fitted(name, width, size);
  const space = name.indexOf(' ');
  if (one.text === name && !one.width) return [one];
  if (space < 0) return [one];
  const parts = [name.slice(0, space), name.slice(space + 1)];
  return parts.map((part) => fitted(part, width, size));
}
