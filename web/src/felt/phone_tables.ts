import type { Arrangement, Layout, PlaceLayout, SpotPlace } from './geometry';
import { ownRow } from './packing';
import {
  LEAST,
  TALL,
  WIDEST_RIBBON,
  alongArc,
  stacked,
  stepOf,
  tableOutline,
} from './table_outline';

/** Phones: the viewer's place is large, the others' are small. */

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

export function portrait({ spots, seats, meters }: Layout): Arrangement {
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
export function compact(layout: Layout): Arrangement {
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

export function landscape({ spots, seats, meters }: Layout): Arrangement {
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
