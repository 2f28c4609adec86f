import { describe, expect, test } from 'vitest';

import { arrangement, kindFor } from './arrangement';
import { onFelt, placeOf, within, type Kind, type Layout } from './geometry';
import { RIBBON, ribbonSize, ribbonWidths } from './ribbons';
import { AMOUNT } from './spots';

const KINDS: Kind[] = ['wide', 'portrait', 'compact', 'landscape'];
const SEATS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SIDES = [0, 1, 2, 3, 4, 5, 6, 7];

function layout(sides: number, seats = 7, meters = 1): Layout {
  const others = Array.from({ length: sides }, (_, index) => `side_${index}`);
  return { spots: ['play', 'ante', ...others], seats, payTables: sides + 1, meters };
}

describe.each(KINDS)('on a %s felt', (kind) => {
  test.each(SEATS)('of %i seats, seat 1 is at the far right', (seats) => {
    const table = arrangement(kind, layout(3, seats));
    const across = Object.values(table.seats).map((place) => place.x);
    expect(across).toHaveLength(seats);
    expect(across).toEqual([...across].sort((one, other) => other - one));
    const middle = ((across[0] ?? 0) + (across.at(-1) ?? 0)) / 2;
    expect(middle).toBeCloseTo(table.width / 2);
  });

  test('the shoe is on the side from which the deal begins', () => {
    const table = arrangement(kind, layout(3));
    expect(table.shoe.x).toBeGreaterThan(table.tray.x);
    expect(table.rack.x).toBeLessThan(table.tray.x);
  });

  test('the whole rim is in the picture', () => {
    const table = arrangement(kind, layout(3));
    for (const outline of [table.rail, table.felt]) {
      const [, r = 0, left = 0, y = 0] = (/A (\S+) \S+ 0 0 1 (\S+) (\S+)/.exec(outline) ?? []).map(
        Number,
      );
      const lowest = y + r - Math.sqrt(r ** 2 - (table.width / 2 - left) ** 2);
      expect(lowest).toBeLessThan(table.height);
    }
  });

  test.each(SIDES)('everything lies on the table, with %i side bets', (sides) => {
    for (const seats of SEATS) {
      const table = arrangement(kind, layout(sides, seats));
      for (let seat = 1; seat <= seats; seat++) {
        for (const own of [true, false]) {
          const place = placeOf(table, seat, own);
          if (!place) throw new Error(`seat ${seat} has no place`);
          for (const spot of Object.values(place.layout.spots)) {
            const at = onFelt(place, spot);
            const r = spot.r * place.scale;
            expect(at.x - r).toBeGreaterThan(0);
            expect(at.x + r).toBeLessThan(table.width);
            expect(at.y + r).toBeLessThan(table.height);
          }
        }
      }
    }
  });

  test.each(SIDES)('spots of a place do not touch each other, with %i side bets', (sides) => {
    const place = placeOf(arrangement(kind, layout(sides)), 4, true);
    const spots = Object.values(place?.layout.spots ?? {});
    expect(spots).toHaveLength(sides + 2);
    for (const [index, one] of spots.entries()) {
      for (const other of spots.slice(index + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.r + other.r);
      }
    }
  });

  test('play is nearest the player, then ante, then the first side bet', () => {
    const place = placeOf(arrangement(kind, layout(3)), 4, true);
    const hand = place?.layout.hand ?? { x: 0, y: 0 };
    const away = (wager: string) => {
      const spot = place?.layout.spots[wager] ?? { x: 0, y: 0 };
      return Math.hypot(spot.x - hand.x, spot.y - hand.y);
    };
    expect(away('play')).toBeLessThan(away('ante'));
    expect(away('ante')).toBeLessThan(away('side_0'));
  });

  test.each([0, 1, 2, 3, 4])('each of %i meters has a place of its own', (meters) => {
    const found = arrangement(kind, layout(3, 7, meters)).meters;
    expect(found).toHaveLength(meters);
    expect(new Set(found.map(({ x, y }) => `${x} ${y}`)).size).toBe(meters);
  });
});

test.each(['wide', 'portrait'] as const)('no spot cuts the amount of the ante: %s', (kind) => {
  const own = placeOf(arrangement(kind, layout(3)), 4, true)?.layout.spots;
  if (!own?.ante || !own.play) throw new Error('a spot is missing');
  const amountEnds = own.ante.y + own.ante.r * (AMOUNT.at + AMOUNT.half);
  expect(amountEnds).toBeLessThanOrEqual(own.play.y - own.play.r);
});

test.each(KINDS)('a result is clear of its cards and its plate: %s', (kind) => {
  const { hand, plate, ribbon } = placeOf(arrangement(kind, layout(3)), 4, true)?.layout ?? {};
  if (!hand || !plate || !ribbon) throw new Error('a seat has no place');
  const half = (ribbon.size * RIBBON.height) / 2;
  expect(ribbon.y - half).toBeGreaterThan(hand.y + hand.width * 0.7 + 2);
  expect(ribbon.y + half).toBeLessThan(plate.y - plate.height / 2 - 2);
});

test.each(SEATS)('a long result covers no plate of a neighbour, of %i seats', (seats) => {
  const table = arrangement('wide', layout(4, seats));
  for (let seat = 1; seat < seats; seat++) {
    for (const [mine, other, side] of [
      [seat, seat + 1, -1],
      [seat + 1, seat, 1],
    ] as const) {
      const [own, beside] = [placeOf(table, mine, true), placeOf(table, other, false)];
      if (!own || !beside) throw new Error('a seat has no place');
      const { plate } = beside.layout;
      for (const y of [-1, 1]) {
        const end = { x: (-side * plate.width) / 2, y: plate.y + (y * plate.height) / 2 };
        const at = within(own, onFelt(beside, end));
        expect(at.x * side).toBeGreaterThan(own.layout.ribbon.width / 2);
      }
    }
  }
});

test('a ribbon has smaller letters where there is little room, but never too small ones', () => {
  const at = { x: 0, y: 0, width: 200, size: 20, leastSize: 15 };
  expect(ribbonSize('Flush', '+$5', at)).toBe(20);
  const size = ribbonSize('Pair of tens, nine', '−$4', at);
  expect(size).toBeLessThan(20);
  expect(ribbonWidths('Pair of tens, nine', '−$4', size).whole).toBeCloseTo(200);
  expect(ribbonSize('Folded: pair of queens, jack', '−$1,000', at)).toBe(15);
});

test('neighbours on a wide felt of nine seats do not lie on each other', () => {
  const table = arrangement('wide', layout(5, 9));
  for (let seat = 1; seat < 9; seat++) {
    const [one, other] = [placeOf(table, seat, false), placeOf(table, seat + 1, false)];
    if (!one || !other) throw new Error('a seat has no place');
    for (const spot of Object.values(one.layout.spots)) {
      for (const beside of Object.values(other.layout.spots)) {
        const [a, b] = [onFelt(one, spot), onFelt(other, beside)];
        const apart = Math.hypot(a.x - b.x, a.y - b.y);
        expect(apart).toBeGreaterThan((spot.r + beside.r) * one.scale);
      }
    }
  }
});

test.each(['portrait', 'landscape'] as const)(
  'on phones their own spots are at least 44 pixels wide: %s',
  (kind) => {
    const pixels = kind === 'portrait' ? 390 : 628;
    for (const sides of [3, 5]) {
      const table = arrangement(kind, layout(sides));
      const r = Math.min(...Object.values(table.own?.layout.spots ?? {}).map((spot) => spot.r));
      expect((r * 2 * pixels) / table.width).toBeGreaterThanOrEqual(44);
    }
  },
);

test('a point goes to a place and back', () => {
  const place = { x: 300, y: 700, turn: 25, scale: 1.2 };
  const back = onFelt(place, within(place, { x: 1085, y: 118 }));
  expect(back.x).toBeCloseTo(1085);
  expect(back.y).toBeCloseTo(118);
});

test.each([
  [1110, 750, 'wide'],
  [980, 617, 'wide'],
  [950, 594, 'landscape'],
  [390, 568, 'portrait'],
  [360, 370, 'compact'],
  [628, 346, 'landscape'],
  [768, 800, 'portrait'],
])('%i by %i pixels are a %s felt', (width, height, kind) => {
  expect(kindFor(width, height)).toBe(kind);
});
