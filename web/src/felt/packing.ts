import type { Point, SpotPlace } from './geometry';

/** A box by its middle. */
export interface Box extends Point {
  width: number;
  height: number;
}

const AIR = 2.16; // Of a spot's radius, from the middle of one to that of the next.

interface Grid {
  columns: number;
  rows: number;
  r: number;
}

/** As large as they can be in the box. */
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
 * Spots in a box, the first nearest the player, which is downwards. A row that is not full comes
 * first, so that one spot that is left over stands alone and larger.
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

/** Side by side around the middle, the first in the middle, the next to both sides of it. */
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
