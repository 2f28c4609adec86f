import type { FeltPrint, SpotPrint } from '../protocol/types';
import type { Layout, SpotPlace } from './geometry';

const NEAREST = ['play', 'ante'] as const;

/** From the player outwards: play, ante, then the others in layout order. */
export function outwards(felt: FeltPrint): SpotPrint[] {
  const near = NEAREST.flatMap((kind) => felt.spots.filter((spot) => spot.kind === kind));
  return [...near, ...felt.spots.filter((spot) => !near.includes(spot))];
}

export function layoutOf(felt: FeltPrint | null | undefined): Layout {
  if (!felt) return { spots: [], seats: 0, payTables: 0, meters: 0 };
  return {
    spots: outwards(felt).map((spot) => spot.key),
    seats: felt.seats,
    payTables: felt.pay_tables.length,
    meters: Object.keys(felt.meters).length,
  };
}

/** A spot's outline as printed: a square for play, a diamond for the ante, else a circle. */
export function outlineOf(kind: SpotPrint['kind'], { x, y, r }: SpotPlace): string {
  if (kind === 'ante') {
    const half = r * 1.12;
    return `M${x} ${y - half} l${half} ${half} l${-half} ${half} l${-half} ${-half} Z`;
  }
  if (kind === 'play') {
    const [corner, side] = [r * 0.3, r * 1.4];
    const turn = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`;
    return [
      `M${x - r + corner} ${y - r} h${side}${turn(corner, corner)} v${side}`,
      `${turn(-corner, corner)} h${-side}${turn(-corner, -corner)} v${-side}`,
      `${turn(corner, -corner)} Z`,
    ].join('');
  }
  return `M${x - r} ${y} a${r} ${r} 0 1 1 ${r * 2} 0 a${r} ${r} 0 1 1 ${-r * 2} 0 Z`;
}

const LONGEST = 9; // The longest word that is legible on a spot.
const MOST_LINES = 3;

/**
 * A spot's title in capitals, split into short lines; long words are abbreviated as on a real
 * layout.
 */
export function printedName(title: string): string[] {
  const lines: string[] = [];
  for (const word of title.toUpperCase().split(/\s+/).filter(Boolean)) {
    const short = word.length > LONGEST ? word.slice(0, 4) + '.' : word;
    const last = lines.at(-1);
    if (last && last.length + short.length < 7) lines[lines.length - 1] = `${last} ${short}`;
    else lines.push(short);
  }
  return lines.slice(0, MOST_LINES);
}

/** The font size of a name in a circle of this radius. */
export function nameSize(lines: string[], r: number): number {
  const widest = Math.max(1, ...lines.map((line) => line.length));
  const [high, room] = lines.length > 2 ? [0.4, 1.45] : [0.5, 1.75];
  return Math.min(r * high, (r * room) / (widest * 0.58));
}

const WIDEST = 0.66; // Width of a capital letter, in font sizes.

/** The width to which a line is narrowed to stay inside its circle, if it is too long. */
export function narrowed(lines: string[], line: string, r: number): number | undefined {
  const room = r * (lines.length > 1 ? 1.5 : 1.66);
  return line.length * nameSize(lines, r) * WIDEST > room ? room : undefined;
}

/** The number of side bet colours that can be told apart; they repeat. */
const PALETTE = 6;

export const colourOf = (spot: SpotPrint) => (spot.colour < 0 ? -1 : spot.colour % PALETTE);

/** The position and half height of a bet's amount, in radii. */
export const AMOUNT = { at: 0.92, half: 0.29 };

/** Sizes on a spot, in radii: letters, and half the width of their label. */
export const LETTERS = 0.5;
export const labelHalf = (text: string, r: number, least: number) =>
  Math.max(r * least, text.length * r * LETTERS * 0.26 + r * 0.14);
