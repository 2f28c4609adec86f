import { ownRow, packed, type Box } from './packing';

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

/** The smallest print on the felt, in screen pixels. */
const LEAST_PX = 11;
/**
 * The smallest letters of each layout, in its own units; if they are too small, choose another
 * layout.
 */
const LEAST = { wide: 18.4, portrait: 25 };
const WIDE = { width: 1600, height: 1000 };
const TALL = { width: 780, height: 1132 };

export function kindFor(width: number, height: number): Kind {
  const readable = (felt: { width: number; height: number }, least: number) =>
    Math.min(width / felt.width, height / felt.height) * least >= LEAST_PX;
  if (readable(WIDE, LEAST.wide)) return 'wide';
  if (width > height * 1.15) return 'landscape';
  return readable(TALL, LEAST.portrait) ? 'portrait' : 'compact';
}

const FELTS = { wide, portrait, compact, landscape };

export const arrangement = (kind: Kind, layout: Layout): Arrangement => FELTS[kind](layout);

/** Degrees between seats: `most` if there are few, fitted into `span` if there are many. */
function stepOf(seats: number, span: number, most: number): number {
  return seats > 1 ? Math.min(most, span / (seats - 1)) : 0;
}

/** Seats along a circle above the table, from right to left, each turned to its player. */
function alongArc(
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
function stacked(count: number, box: Box): (Point & { scale: number })[] {
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

function tableOutline(left: number, right: number, top: number, centre: Point, r: number): string {
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

/** Two pay tables get more space than four; the outer zones are deeper. */
const WIDE_TWO: Zone[] = [
  { x: 300, y: 224, width: 246, height: 200 },
  { x: 1300, y: 224, width: 246, height: 200 },
];
const WIDE_FOUR: Zone[] = [
  { x: 396, y: 196, width: 198, height: 150 },
  { x: 1204, y: 196, width: 198, height: 150 },
  { x: 174, y: 196, width: 204, height: 284 },
  { x: 1426, y: 196, width: 204, height: 284 },
];

/** Play and ante in a column, then the first side bet, and the rest in rows beyond. */
const CONTEST = { y: -158, step: 82, r: 37 };
const BEYOND: Box = { x: 0, y: -371, width: 134, height: 166 };
const WIDE_SPAN = 58.2;
const WIDE_R = 1306; // From the centre of the seats' circle to the rail.
const OWN_RAISE = 16; // The viewer's cards are larger: raise the spots.
const PRINT_AIR = 10; // Between print and a spot.

function wide({ spots, seats, payTables, meters }: Layout): Arrangement {
  const centre = { x: 800, y: -420 };
  const rows: Record<string, SpotPlace> = {};
  for (const [index, wager] of spots.slice(0, 2).entries()) {
    rows[wager] = { x: 0, y: CONTEST.y - CONTEST.step * index, r: CONTEST.r };
  }
  Object.assign(rows, packed(spots.slice(2), BEYOND, CONTEST.r));
  const crowded = seats > 7;
  const ownScale = spots.length > 5 ? 1.1 : 1.2;
  const ownSpots = Object.fromEntries(
    Object.entries(rows).map(([wager, spot]) => [wager, { ...spot, y: spot.y - OWN_RAISE }]),
  );
  const reach = Math.max(0, ...Object.values(ownSpots).map((spot) => spot.r - spot.y));
  const scale = crowded ? 0.86 : 1;
  const places = alongArc(
    seats,
    centre,
    WIDE_R,
    stepOf(seats, crowded ? 62 : WIDE_SPAN, 13),
    scale,
  );
  const plate = { x: 0, y: 36, width: 190, height: 34 };
  const ribbon = { x: 0, y: 26, size: 20, leastSize: LEAST.wide / scale / ownScale };
  return {
    kind: 'wide',
    ...WIDE,
    rail: tableOutline(24, 1576, 14, centre, 1392),
    felt: tableOutline(62, 1538, 50, centre, 1338),
    tray: { x: 800, y: 84 },
    shoe: { x: 1085, y: 112 },
    rack: { x: 515, y: 112 },
    dealerHand: { x: 800, y: 188, width: 88 },
    said: { x: 800, y: 280 },
    meters: stacked(meters, { x: 1346, y: 116, width: 380, height: 112 }),
    placard: { x: 254, y: 108 },
    print: { ...centre, r: Math.min(782, WIDE_R - reach * ownScale - PRINT_AIR) },
    motto: null,
    payTables: payTables > 2 ? WIDE_FOUR : WIDE_TWO,
    printSize: payTables > 2 ? 19 : 21,
    leastPrint: LEAST.wide,
    seats: places,
    layout: {
      hand: { x: 0, y: -62, width: 66, spread: 48 },
      spots: rows,
      plate,
      ribbon: { ...ribbon, width: plate.width },
    },
    ownLayout: {
      hand: { x: 0, y: -60, width: 98, spread: crowded ? 54 : 64 },
      spots: ownSpots,
      plate: { x: 0, y: 63, width: 200, height: 34 },
      ribbon: { ...ribbon, width: roomBetween(places, plate, ownScale) },
    },
    ownScale,
    own: null,
  };
}

const RIBBON_AIR = 8; // Between a ribbon and a neighbour's plate.
const WIDEST_RIBBON = 400;

/** The width of a ribbon between the neighbours' plates. */
function roomBetween(
  places: Record<number, Place>,
  plate: PlaceLayout['plate'],
  ownScale: number,
): number {
  const [beside, place] = [places[1], places[2]];
  if (!beside || !place) return WIDEST_RIBBON;
  const own = { ...place, scale: place.scale * ownScale };
  const ends = [-1, 1].map((side) => {
    const end = { x: -plate.width / 2, y: plate.y + (side * plate.height) / 2 };
    return within(own, onFelt(beside, end)).x;
  });
  return Math.min(WIDEST_RIBBON, 2 * (Math.min(...ends) - RIBBON_AIR));
}

/** The pay table zones, shortened so that they cover no spot. */
export function clearZones(table: Arrangement, own: number[]): Zone[] {
  const spots = Object.keys(table.seats).flatMap((seat) => {
    const place = placeOf(table, Number(seat), own.includes(Number(seat)));
    if (!place || table.own) return [];
    return Object.values(place.layout.spots).map((spot) => ({
      ...onFelt(place, spot),
      r: spot.r * place.scale * 1.12 + PRINT_AIR, // The corners of an ante stand out.
    }));
  });
  return table.payTables.map((zone) => ({ ...zone, height: clearHeight(zone, spots) }));
}

function clearHeight(zone: Zone, spots: SpotPlace[]): number {
  const [left, right] = [zone.x - zone.width / 2, zone.x + zone.width / 2];
  const tops = spots.map((spot) => {
    const beside = Math.max(left - spot.x, 0, spot.x - right);
    return beside < spot.r ? spot.y - Math.sqrt(spot.r ** 2 - beside ** 2) : Infinity;
  });
  const below = tops.filter((top) => top > zone.y);
  return Math.max(0, Math.min(zone.height, ...below.map((top) => top - zone.y)));
}

/** The viewer's place on a phone: large targets, play nearest the player. */
function ownLayout(
  spots: Record<string, SpotPlace>,
  hand: PlaceLayout['hand'],
  widest = WIDEST_RIBBON,
): PlaceLayout {
  const plate = { x: hand.x, y: 27, width: 300, height: 38 };
  const [cardsEnd, plateBegins] = [hand.y + hand.width * 0.7, plate.y - plate.height / 2];
  const size = { size: 25, leastSize: LEAST.portrait };
  const ribbon = { x: hand.x, y: (cardsEnd + plateBegins) / 2, width: widest, ...size };
  return { hand, spots, plate, ribbon };
}

/** In a column, spaced so that a bet's amount stays clear of the next spot. */
const PORTRAIT = { r: 54, play: -275, ante: -400, others: -527 };
const IN_A_ROW = 5;

/** A row above the ante; a second row on both sides of the ante. */
function portraitSpots(spots: string[]): Record<string, SpotPlace> {
  const [play, ante, ...others] = spots;
  const { r } = PORTRAIT;
  const places: Record<string, SpotPlace> = {};
  if (play) places[play] = { x: 0, y: PORTRAIT.play, r };
  if (ante) places[ante] = { x: 0, y: PORTRAIT.ante, r };
  Object.assign(places, ownRow(others.slice(0, IN_A_ROW), PORTRAIT.others, 126, r));
  for (const [index, wager] of others.slice(IN_A_ROW).entries()) {
    const side = index % 2 ? 1 : -1;
    const down = Math.floor(index / 2);
    const x = side * (126 + 126 * (down % 2));
    places[wager] = { x, y: PORTRAIT.ante + 118 * Math.floor(down / 2), r };
  }
  return places;
}

function portrait({ spots, seats, meters }: Layout): Arrangement {
  return {
    kind: 'portrait',
    ...TALL,
    rail: tableOutline(2, 778, 2, { x: 390, y: -1200 }, 2328),
    felt: tableOutline(18, 762, 18, { x: 390, y: -1200 }, 2308),
    tray: { x: 390, y: 50 },
    shoe: { x: 690, y: 76 },
    rack: { x: 90, y: 76 },
    dealerHand: { x: 390, y: 148, width: 84 },
    said: { x: 390, y: 234 },
    meters: stacked(meters, { x: 648, y: 182, width: 226, height: meters > 1 ? 110 : 74 }),
    placard: null,
    print: { x: 390, y: -1200, r: 1478 },
    motto: null,
    payTables: [], // On a phone they are listed beside the table.
    printSize: 20,
    leastPrint: 20,
    seats: alongArc(
      seats,
      { x: 390, y: -1200 },
      1664,
      stepOf(seats, 22.44, 4.4),
      seats > 7 ? 0.76 : 0.98,
    ),
    layout: SMALL,
    ownLayout: null,
    ownScale: 1,
    own: {
      x: 390,
      y: 1082,
      turn: 0,
      scale: 1,
      layout: ownLayout(portraitSpots(spots), { x: 0, y: -122, width: 120, spread: 126 }),
    },
  };
}

const COMPACT = { height: 820, x: 448, step: 112, r: 50, y: -95, up: 118, box: 336, hand: 240 };

/** Beside the cards: play, ante and the first side bet nearest the player, the rest above. */
function compactSpots(spots: string[]): Record<string, SpotPlace> {
  const columns = spots.length > 6 ? 5 : 3;
  const step = columns > 3 ? COMPACT.box / columns : COMPACT.step;
  const r = Math.min(COMPACT.r, step * 0.46);
  return Object.fromEntries(
    spots.map((wager, index) => {
      const x = COMPACT.x - COMPACT.r + r + step * (index % columns) - TALL.width / 2;
      return [wager, { x, y: COMPACT.y - COMPACT.up * Math.floor(index / columns), r }];
    }),
  );
}

/**
 * A phone with a short screen: the upper part of the portrait layout, with spots beside the cards.
 */
function compact(layout: Layout): Arrangement {
  const { height } = COMPACT;
  const hand = { x: COMPACT.hand - TALL.width / 2, y: -117, width: 112, spread: 92 };
  return {
    ...portrait(layout),
    kind: 'compact',
    height,
    rail: tableOutline(2, 778, 2, { x: 390, y: -1200 }, height + 1196),
    felt: tableOutline(18, 762, 18, { x: 390, y: -1200 }, height + 1176),
    own: {
      x: TALL.width / 2,
      y: height - 50,
      turn: 0,
      scale: 1,
      layout: ownLayout(compactSpots(layout.spots), hand, 316),
    },
  };
}

const LANDSCAPE = { middle: 660, from: 560, left: 410, last: 1238, step: 128, r: 55 };

/** One row along the rail, to the right of the cards; a long row starts further left. */
function landscapeSpots(spots: string[]): { x: number; places: Record<string, SpotPlace> } {
  const { middle, from, left, last } = LANDSCAPE;
  const gaps = Math.max(1, spots.length - 1);
  const step = Math.min(LANDSCAPE.step, (last - left) / gaps);
  const x = Math.max(left, Math.min(from, last - step * gaps));
  const r = Math.min(LANDSCAPE.r, step * 0.47);
  const at = (index: number): SpotPlace => {
    const away = x + step * index - middle;
    return { x: step * index, y: -78 - 46 * (away / 394) ** 2, r };
  };
  return { x, places: Object.fromEntries(spots.map((wager, index) => [wager, at(index)])) };
}

function landscape({ spots, seats, meters }: Layout): Arrangement {
  const row = landscapeSpots(spots);
  return {
    kind: 'landscape',
    width: 1320,
    height: 700,
    rail: tableOutline(2, 1318, 2, { x: 660, y: -3000 }, 3698),
    felt: tableOutline(18, 1302, 18, { x: 660, y: -3000 }, 3678),
    tray: { x: 660, y: 46 },
    shoe: { x: 892, y: 76 },
    rack: { x: 428, y: 76 },
    dealerHand: { x: 660, y: 138, width: 82 },
    said: { x: 660, y: 226 },
    meters: stacked(meters, { x: 1140, y: 86, width: 280, height: 124 }),
    placard: null,
    print: null,
    motto: { x: 186, y: 76 },
    payTables: [],
    printSize: 22,
    leastPrint: 22,
    seats: alongArc(
      seats,
      { x: 660, y: -1180 },
      1588,
      stepOf(seats, 36.6, 7),
      seats > 7 ? 0.92 : 1,
    ),
    layout: SMALL,
    ownLayout: null,
    ownScale: 1,
    own: {
      x: row.x,
      y: 640,
      turn: 0,
      scale: 1,
      layout: ownLayout(row.places, { x: -250, y: -117, width: 112, spread: 92 }, 380),
    },
  };
}

const SMALL: PlaceLayout = {
  hand: { x: 0, y: -110, width: 44, spread: 26 },
  spots: {},
  plate: { x: 0, y: 6, width: 104, height: 34 },
  ribbon: { x: 0, y: 0, width: 104, size: 26, leastSize: LEAST.portrait },
};

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
