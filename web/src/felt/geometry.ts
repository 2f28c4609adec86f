/**
 * Where things lie. The dealer faces the viewer, so the dealer's left is the viewer's right: seat 1
 * is at the far right, the highest at the far left, and cards are dealt from right to left.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  /** Degrees by which the place turns towards its player. */
  turn: number;
  scale: number;
}

export interface SpotPlace extends Point {
  r: number;
}

/** A place's own coordinates: origin at the rail, dealer upwards. */
export interface PlaceLayout {
  hand: Point & { width: number; spread: number };
  spots: Record<string, SpotPlace>;
  plate: Point & { width: number; height: number };
  /** The hand's name and result; letters shrink to this width. */
  ribbon: Point & { width: number; size: number; leastSize: number };
}

/** Space for stacked pay tables. */
export interface Zone extends Point {
  width: number;
  height: number;
}

/** The spots of a position from the player outwards, and the number of places and meters. */
export interface Layout {
  spots: string[];
  seats: number;
  payTables: number;
  meters: number;
}

export type Kind = 'wide' | 'portrait' | 'compact' | 'landscape';

export interface Arrangement {
  kind: Kind;
  width: number;
  height: number;
  rail: string;
  felt: string;
  tray: Point;
  shoe: Point;
  rack: Point;
  dealerHand: Point & { width: number };
  said: Point;
  meters: (Point & { scale: number })[];
  placard: Point | null;
  /** The qualifying hand in print: on an arch, given by its circle, or straight. */
  print: (Point & { r: number }) | null;
  motto: Point | null;
  payTables: Zone[];
  /** Font size of pay tables; it shrinks if space is short, down to a minimum. */
  printSize: number;
  leastPrint: number;
  seats: Record<number, Place>;
  layout: PlaceLayout;
  /** The viewer's seat is larger than the others, and its cards even more so. */
  ownLayout: PlaceLayout | null;
  ownScale: number;
  /** On phones the viewer's place is drawn large and the others small. */
  own: (Place & { layout: PlaceLayout }) | null;
}

/** The position and layout of a seat. */
export function placeOf(
  table: Arrangement,
  seat: number,
  own: boolean,
): (Place & { layout: PlaceLayout }) | undefined {
  if (own && table.own) return table.own;
  const place = table.seats[seat];
  return (
    place && {
      ...place,
      scale: place.scale * (own ? table.ownScale : 1),
      layout: (own && table.ownLayout) || table.layout,
    }
  );
}

/** Converts a point of the felt to a place's coordinates. */
export function within(place: Place, point: Point): Point {
  const radians = (-place.turn * Math.PI) / 180;
  const dx = point.x - place.x;
  const dy = point.y - place.y;
  return {
    x: (dx * Math.cos(radians) - dy * Math.sin(radians)) / place.scale,
    y: (dx * Math.sin(radians) + dy * Math.cos(radians)) / place.scale,
  };
}

/** Converts a point of a place to the felt's coordinates. */
export function onFelt(place: Place, point: Point): Point {
  const radians = (place.turn * Math.PI) / 180;
  return {
    x: place.x + place.scale * (point.x * Math.cos(radians) - point.y * Math.sin(radians)),
    y: place.y + place.scale * (point.x * Math.sin(radians) + point.y * Math.cos(radians)),
  };
}

/** Moves what is drawn in a place's coordinates to the place. */
export const transformOf = ({ x, y, turn, scale }: Place): string =>
  `translate(${x} ${y}) rotate(${turn}) scale(${scale})`;
