import { describe, expect, test } from 'vitest';

import type { Wager } from '../api/types';
import { arrangement, kindFor, onFelt, placeOf, within, type Kind } from './geometry';

const ALL: Wager[] = ['play', 'ante', 'pair_plus', 'six_card_bonus', 'progressive'];
const KINDS: Kind[] = ['wide', 'portrait', 'landscape'];

describe.each(KINDS)('on a %s felt', (kind) => {
  const table = arrangement(kind, ALL, 4);

  test('seat 1 is at the far right and seat 7 at the far left', () => {
    const across = [1, 2, 3, 4, 5, 6, 7].map((seat) => table.seats[seat]?.x ?? 0);
    expect(across).toEqual([...across].sort((one, other) => other - one));
    expect(across[0]).toBeGreaterThan(table.width / 2);
  });

  test('the shoe is on the side from which the deal begins', () => {
    expect(table.shoe.x).toBeGreaterThan(table.tray.x);
    expect(table.rack.x).toBeLessThan(table.tray.x);
  });

  test('everything lies on the table', () => {
    for (let seat = 1; seat <= 7; seat++) {
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
  });

  test('the own spots do not touch each other', () => {
    const place = placeOf(table, 4, true);
    const spots = Object.values(place?.layout.spots ?? {});
    expect(spots).toHaveLength(5);
    for (const [index, one] of spots.entries()) {
      for (const other of spots.slice(index + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(one.r + other.r);
      }
    }
  });

  test('play is nearest the player, then ante, then pair plus', () => {
    const spots = placeOf(table, 4, true)?.layout.spots;
    const hand = placeOf(table, 4, true)?.layout.hand ?? { x: 0, y: 0 };
    const away = (wager: Wager) =>
      Math.hypot((spots?.[wager]?.x ?? 0) - hand.x, (spots?.[wager]?.y ?? 0) - hand.y);
    expect(away('play')).toBeLessThan(away('ante'));
    expect(away('ante')).toBeLessThan(away('pair_plus'));
  });
});

test('on phones the own spots are at least 44 pixels wide', () => {
  const portrait = arrangement('portrait', ALL).own?.layout.spots.ante?.r ?? 0;
  expect((portrait * 2 * 390) / arrangement('portrait', ALL).width).toBeGreaterThanOrEqual(44);
  const landscape = arrangement('landscape', ALL).own?.layout.spots.ante?.r ?? 0;
  expect((landscape * 2 * 628) / arrangement('landscape', ALL).width).toBeGreaterThanOrEqual(44);
});

test('a point goes to a place and back', () => {
  const place = { x: 300, y: 700, turn: 25, scale: 1.2 };
  const back = onFelt(place, within(place, { x: 1085, y: 118 }));
  expect(back.x).toBeCloseTo(1085);
  expect(back.y).toBeCloseTo(118);
});

test.each([
  [1110, 750, 'wide'],
  [390, 568, 'portrait'],
  [628, 346, 'landscape'],
  [768, 800, 'portrait'],
])('%i by %i pixels are a %s felt', (width, height, kind) => {
  expect(kindFor(width, height)).toBe(kind);
});
