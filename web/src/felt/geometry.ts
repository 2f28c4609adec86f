import type { TableView, Wager } from '../api/types';

/**
 * Where things lie. The dealer faces us, so the dealer's left is our right: seat 1 is at the far
 * right, seat 7 at the far left, and a deal runs from right to left.
 */

export interface Point {
  x: number;
  y: number;
}

export interface Place extends Point {
  /** Degrees by which the place is turned towards its player. */
  turn: number;
  scale: number;
}

export interface SpotPlace extends Point {
  r: number;
}

/** A place's own coordinates: the origin at the rail, the dealer upwards. */
export interface PlaceLayout {
  hand: Point & { width: number; spread: number };
  spots: Partial<Record<Wager, SpotPlace>>;
  plate: Point & { width: number };
}

export interface Zone extends Point {
  width: number;
  align: 'left' | 'right';
}

export type Kind = 'wide' | 'portrait' | 'landscape';

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
  meter: Point;
  placard: Point | null;
  /** The qualifying hand in print: on an arch, by the centre of its circle, or straight. */
  print: (Point & { r: number }) | null;
  motto: Point | null;
  payTables: Zone[];
  printSize: number;
  seats: Record<number, Place>;
  layout: PlaceLayout;
  /** On phones the own place is a large one of its own, and the others are small. */
  own: (Place & { layout: PlaceLayout }) | null;
}

const SEATS = 7;

/** The own seat is larger than the others. */
const OWN_SCALE = 1.2;

/** Where a seat's place is drawn, and how it is laid out. */
export function placeOf(
  table: Arrangement,
  seat: number,
  own: boolean,
): (Place & { layout: PlaceLayout }) | undefined {
  if (own && table.own) return table.own;
  const place = table.seats[seat];
  return place && { ...place, scale: own ? OWN_SCALE : place.scale, layout: table.layout };
}

/** The spots in order, from the player outwards. */
const FROM_THE_PLAYER: Wager[] = ['play', 'ante', 'pair_plus', 'six_card_bonus', 'progressive'];

const BEYOND: Wager[] = ['six_card_bonus', 'progressive'];

export function spotsOf(view: TableView | undefined): Wager[] {
  return FROM_THE_PLAYER.filter((wager) => view?.spots.includes(wager));
}

export function kindFor(width: number, height: number): Kind {
  if (width >= 820 && height >= 440) return 'wide';
  return width > height * 1.15 ? 'landscape' : 'portrait';
}

/** `payTables` is how many are printed. */
export function arrangement(kind: Kind, spots: Wager[], payTables: number = 2): Arrangement {
  if (kind === 'wide') return wide(spots, payTables);
  return kind === 'portrait' ? portrait(spots) : landscape(spots);
}

/** Seats along a circle above the table, from right to left, each turned to its player. */
function alongArc(centre: Point, r: number, step: number, scale = 1): Record<number, Place> {
  const places: Record<number, Place> = {};
  for (let seat = 1; seat <= SEATS; seat++) {
    const angle = ((SEATS + 1) / 2 - seat) * step;
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

function tableOutline(left: number, right: number, top: number, centre: Point, r: number): string {
  const corner = 46;
  const half = (right - left) / 2;
  const side = centre.y + Math.sqrt(r * r - half * half);
  return [
    `M ${left + corner} ${top} H ${right - corner}`,
    `Q ${right} ${top} ${right} ${top + corner} V ${side - corner}`,
    `Q ${right} ${side} ${right - corner} ${side + corner * 0.55}`,
    `A ${r} ${r} 0 0 1 ${left + corner} ${side + corner * 0.55}`,
    `Q ${left} ${side} ${left} ${side - corner} V ${top + corner}`,
    `Q ${left} ${top} ${left + corner} ${top} Z`,
  ].join(' ');
}

/** Two pay tables have more room than four. */
const WIDE_TWO: Zone[] = [
  { x: 300, y: 224, width: 246, align: 'left' },
  { x: 1300, y: 224, width: 246, align: 'right' },
];
const WIDE_FOUR: Zone[] = [
  { x: 396, y: 196, width: 198, align: 'left' },
  { x: 1204, y: 196, width: 198, align: 'right' },
  { x: 174, y: 196, width: 204, align: 'left' },
  { x: 1426, y: 196, width: 204, align: 'right' },
];

function wide(spots: Wager[], payTables: number): Arrangement {
  const centre = { x: 800, y: -420 };
  const rows: Partial<Record<Wager, SpotPlace>> = {};
  const beyond = spots.filter((wager) => BEYOND.includes(wager));
  let y = -158;
  for (const wager of spots.filter((each) => !BEYOND.includes(each))) {
    rows[wager] = { x: 0, y, r: 37 };
    y -= 81;
  }
  for (const [index, wager] of beyond.entries()) {
    const aside = beyond.length > 1 ? (index ? 33 : -33) : 0;
    rows[wager] = { x: aside, y: y + 8, r: 30 };
  }
  return {
    kind: 'wide',
    width: 1600,
    height: 1000,
    rail: tableOutline(24, 1576, 14, centre, 1392),
    felt: tableOutline(62, 1538, 50, centre, 1338),
    tray: { x: 800, y: 84 },
    shoe: { x: 1085, y: 112 },
    rack: { x: 515, y: 112 },
    dealerHand: { x: 800, y: 186, width: 76 },
    said: { x: 800, y: 272 },
    meter: { x: 1346, y: 108 },
    placard: { x: 254, y: 108 },
    print: { ...centre, r: 782 },
    motto: null,
    payTables: payTables > 2 ? WIDE_FOUR : WIDE_TWO,
    printSize: payTables > 2 ? 19 : 21,
    seats: alongArc(centre, 1306, 9.7),
    layout: {
      hand: { x: 0, y: -62, width: 66, spread: 48 },
      spots: rows,
      plate: { x: 0, y: 36, width: 190 },
    },
    own: null,
  };
}

/** The own place of a phone: large targets, play nearest the player. */
function ownLayout(
  spots: Wager[],
  hand: PlaceLayout['hand'],
  at: Record<Wager, Point>,
  r: number,
): PlaceLayout {
  const places = spots.map((wager) => [wager, { ...at[wager], r }]);
  return { hand, spots: Object.fromEntries(places), plate: { x: hand.x, y: 16, width: 300 } };
}

function portrait(spots: Wager[]): Arrangement {
  const at = {
    play: { x: 0, y: -236 },
    ante: { x: 0, y: -356 },
    pair_plus: { x: 0, y: -478 },
    six_card_bonus: { x: -126, y: -470 },
    progressive: { x: 126, y: -470 },
  };
  return {
    kind: 'portrait',
    width: 780,
    height: 1132,
    rail: tableOutline(2, 778, 2, { x: 390, y: -1200 }, 2328),
    felt: tableOutline(18, 762, 18, { x: 390, y: -1200 }, 2308),
    tray: { x: 390, y: 50 },
    shoe: { x: 690, y: 76 },
    rack: { x: 90, y: 76 },
    dealerHand: { x: 390, y: 148, width: 84 },
    said: { x: 390, y: 240 },
    meter: { x: 648, y: 186 },
    placard: null,
    print: { x: 390, y: -1200, r: 1478 },
    motto: null,
    payTables: [
      { x: 130, y: 712, width: 212, align: 'left' },
      { x: 650, y: 712, width: 212, align: 'right' },
      { x: 130, y: 886, width: 212, align: 'left' },
      { x: 650, y: 830, width: 212, align: 'right' },
    ],
    printSize: 20,
    seats: alongArc({ x: 390, y: -1200 }, 1664, 3.74, 0.98),
    layout: SMALL,
    own: {
      x: 390,
      y: 1082,
      turn: 0,
      scale: 1,
      layout: ownLayout(spots, { x: 0, y: -92, width: 112, spread: 92 }, at, 56),
    },
  };
}

function landscape(spots: Wager[]): Arrangement {
  const at = {
    play: { x: 0, y: -78 },
    ante: { x: 128, y: -80 },
    pair_plus: { x: 256, y: -90 },
    six_card_bonus: { x: 376, y: -104 },
    progressive: { x: 494, y: -124 },
  };
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
    meter: { x: 1140, y: 82 },
    placard: null,
    print: null,
    motto: { x: 186, y: 76 },
    payTables: [],
    printSize: 22,
    seats: alongArc({ x: 660, y: -1180 }, 1588, 6.1),
    layout: SMALL,
    own: {
      x: 560,
      y: 640,
      turn: 0,
      scale: 1,
      layout: ownLayout(spots, { x: -250, y: -90, width: 112, spread: 92 }, at, 55),
    },
  };
}

const SMALL: PlaceLayout = {
  hand: { x: 0, y: -110, width: 44, spread: 26 },
  spots: {},
  plate: { x: 0, y: 6, width: 104 },
};

/** A point of the felt in a place's own coordinates. */
export function within(place: Place, point: Point): Point {
  const radians = (-place.turn * Math.PI) / 180;
  const dx = point.x - place.x;
  const dy = point.y - place.y;
  return {
    x: (dx * Math.cos(radians) - dy * Math.sin(radians)) / place.scale,
    y: (dx * Math.sin(radians) + dy * Math.cos(radians)) / place.scale,
  };
}

/** The other way round. */
export function onFelt(place: Place, point: Point): Point {
  const radians = (place.turn * Math.PI) / 180;
  return {
    x: place.x + place.scale * (point.x * Math.cos(radians) - point.y * Math.sin(radians)),
    y: place.y + place.scale * (point.x * Math.sin(radians) + point.y * Math.cos(radians)),
  };
}
