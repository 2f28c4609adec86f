import {
  onFelt,
  placeOf,
  within,
  type Arrangement,
  type Layout,
  type Place,
  type PlaceLayout,
  type SpotPlace,
  type Zone,
} from './geometry';
import { packed, type Box } from './packing';
import {
  LEAST,
  WIDE,
  WIDEST_RIBBON,
  alongArc,
  stacked,
  stepOf,
  tableOutline,
} from './table_outline';

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

/** The whole table, on a screen that can show its smallest print. */
export function wide({ spots, seats, payTables, meters }: Layout): Arrangement {
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
