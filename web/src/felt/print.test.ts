import { describe, expect, test } from 'vitest';

import { feltWith } from '../testing/felts';
import { house } from '../testing/round';
import { arrangement } from './arrangement';
import { payTableInWords, printed } from './pay_tables';
import { layoutOf, nameSize, outwards, printedName } from './spots';

const SIX = ['Pair Plus', 'Prime', 'Mini Royal', '6 Card Bonus', 'Dealer Bonus', 'Colour'];

test('spots go from the player outwards, whatever order the house lists them in', () => {
  const keys = outwards(feltWith(['Prime', 'Mini Royal'])).map((spot) => spot.key);
  expect(keys).toEqual(['play', 'ante', 'prime', 'mini_royal']);
});

describe('a title on a spot', () => {
  test.each([
    ['Pair Plus', ['PAIR', 'PLUS']],
    ['6 Card Bonus', ['6 CARD', 'BONUS']],
    ['Progressive', ['PROG.']],
    ['Ante', ['ANTE']],
    ['Les six cartes en tout', ['LES SIX', 'CARTES', 'EN TOUT']],
  ])('%s', (title, lines) => {
    expect(printedName(title)).toEqual(lines);
  });

  test('stays within its circle', () => {
    for (const title of SIX) {
      const lines = printedName(title);
      const widest = Math.max(...lines.map((line) => line.length));
      expect(nameSize(lines, 30) * widest * 0.58).toBeLessThan(60);
    }
  });
});

describe('pay tables', () => {
  const fitted = (sides: string[]) => {
    const felt = feltWith(sides);
    const table = arrangement('wide', layoutOf(felt));
    return printed(felt.pay_tables, table.payTables, table.printSize, table.leastPrint);
  };

  test('all of the manual are on the felt', () => {
    const table = arrangement('wide', layoutOf(house));
    const print = printed(house.pay_tables, table.payTables, table.printSize, table.leastPrint);
    expect(print.blocks.map((block) => block.pay.wager).sort()).toEqual(
      house.pay_tables.map((pay) => pay.wager).sort(),
    );
  });

  test('of six bets are printed smaller, none on another', () => {
    const { blocks, size } = fitted(SIX);
    expect(blocks).toHaveLength(6);
    expect(size).toBeLessThan(fitted(SIX.slice(0, 2)).size);
    const places = blocks.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(6);
  });

  test('those that find no room are left to the margin', () => {
    const many = Array.from({ length: 20 }, (_, index) => `Bet ${index}`);
    const { blocks } = fitted(many);
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.length).toBeLessThan(20);
  });

  test('a row that departs from the book is marked and said', () => {
    const [pay] = feltWith(['Prime']).pay_tables;
    if (!pay) throw new Error('no pay table');
    const [first, ...others] = pay.rows;
    if (!first) throw new Error('no row');
    const own = { ...pay, rows: [{ ...first, departs_from: ['book-1'] }, ...others] };
    const zone = { x: 0, y: 0, width: 240, height: 400 };
    const [block] = printed([own], [zone], 20, 15).blocks;
    expect(block?.departs).toBe(true);
    expect(block?.rows[0]?.pays).toBe(`${first.pays}*`);
    expect(payTableInWords(own)).toContain(`${first.pays} (house rule)`);
  });
});
