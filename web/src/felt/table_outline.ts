import type { Place, Point } from './geometry';
import type { Box } from './packing';

/** What every arrangement is made of: its size, its outline, seats on an arc, meters in a box. */

/**
 * The smallest letters of each layout, in its own units; if they are too small, choose another
 * layout.
 */
export const LEAST = { wide: 18.4, portrait: 25 };
export const WIDE = { width: 1600, height: 1000 };
export const TALL = { width: 780, height: 1132 };

/** The widest ribbon of a hand's name. */
export const WIDEST_RIBBON = 400;

/** Degrees between seats: `most` if there are few, fitted into `span` if there are many. */
export function stepOf(seats: number, span: number, most: number): number {
  return seats > 1 ? Math.min(most, span / (seats - 1)) : 0;
}

/** Seats along a circle above the table, from right to left, each turned to its player. */
export function alongArc(
  seats: number,
  centre: Point,
  r: number,
  step: number,
  scale = 1,
): Record<number, Place> {
  const places: Record<number, Place> = {};
  for (let seat = 1; seat <= seats; seat++) {
    const angle = ((seats + 1) / 2 - seat) * step;
    const radians = (angle * Math.PI) / 180;
    places[seat] = {
      x: centre.x + r * Math.sin(radians),
      y: centre.y + r * Math.cos(radians),
      turn: -angle,
      scale,
    };
  }
  return places;
}

/** Meters stacked in a box; they shrink as their number grows. */
export function stacked(count: number, box: Box): (Point & { scale: number })[] {
  const columns = count > 3 ? 2 : 1;
  const rows = Math.ceil(count / columns);
  const scale = Math.min(1, box.height / rows / METER_HEIGHT, box.width / columns / METER_WIDTH);
  return Array.from({ length: count }, (_, index) => ({
    x: box.x + ((index % columns) - (columns - 1) / 2) * (box.width / columns),
    y: box.y + (Math.floor(index / columns) - (rows - 1) / 2) * (box.height / rows),
    scale,
  }));
}

const METER_HEIGHT = 82;
const METER_WIDTH = 250;

export function tableOutline(
  left: number,
  right: number,
  top: number,
  centre: Point,
  r: number,
): string {
  const corner = 46;
  const half = (right - left) / 2;
  const arc = (from: number) => centre.y + Math.sqrt(r * r - from * from);
  const side = arc(half);
  const end = arc(half - corner); // Keep to the circle: a curve would leave the picture.
  return [
    `M ${left + corner} ${top} H ${right - corner}`,
    `Q ${right} ${top} ${right} ${top + corner} V ${side - corner}`,
    `Q ${right} ${side} ${right - corner} ${end}`,
    `A ${r} ${r} 0 0 1 ${left + corner} ${end}`,
    `Q ${left} ${side} ${left} ${side - corner} V ${top + corner}`,
    `Q ${left} ${top} ${left + corner} ${top} Z`,
  ].join(' ');
}
