import type { Point, SpotPlace } from './geometry';

/** A box given by its centre. */
export interface Box extends Point {
  width: number;
  height: number;
}

const AIR = 2.16; // Distance between the centres of two spots, in radii.

interface Grid {
  columns: number;
  rows: number;
  r: number;
}

/** The grid with the largest spots that fit the box. */
function gridFor(count: number, box: Box, most: number): Grid {
  let best: Grid = { columns: 1, rows: count, r: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const r = Math.min(most, box.width / columns / AIR, box.height / rows / AIR);
    if (r > best.r + 0.01) best = { columns, rows, r };
  }
  return best;
}

/**
 * Packs spots into a box, the first nearest the player (downwards). An incomplete row comes first,
 * so that a single leftover spot is larger.
 */
export function packed(wagers: string[], box: Box, most: number): Record<string, SpotPlace> {
  const { columns, rows, r } = gridFor(wagers.length, box, most);
  const places: Record<string, SpotPlace> = {};
  const short = wagers.length - columns * (rows - 1);
  let y = box.y + box.height / 2;
  for (let row = 0, next = 0; row < rows; row++) {
    const own = wagers.slice(next, next + (row ? columns : short));
    next += own.length;
    const alone = own.length === 1 && columns > 1;
    const radius = alone ? Math.min(most, box.height / AIR - (rows - 1) * r) : r;
    y -= (radius * AIR) / 2;
    for (const [index, wager] of own.entries()) {
      places[wager] = { x: box.x + (index - (own.length - 1) / 2) * radius * AIR, y, r: radius };
    }
    y -= (radius * AIR) / 2;
  }
  return places;
}

/** A centred row: the first in the middle, the next ones on both sides of it. */
export function ownRow(
  wagers: string[],
  y: number,
  step: number,
  r: number,
): Record<string, SpotPlace> {
  const across = wagers
    .map((_, index) => (index - (wagers.length - 1) / 2) * step)
    .sort((one, other) => Math.abs(one) - Math.abs(other) || one - other);
  return Object.fromEntries(wagers.map((wager, index) => [wager, { x: across[index] ?? 0, y, r }]));
}
