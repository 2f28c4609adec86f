import { expect, it, test } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { FloorTable, TableView } from '../../protocol/types';
import { age, idOf, inOrder, floorSections, stubCount } from './pit';

const table = (name: string, stops: boolean[] = [], phase = 'betting'): FloorTable =>
  ({
    shown: { name },
    view: { phase },
    needs: stops.map((each) => ({ text: '', stops: each })),
  }) as unknown as FloorTable;

it('tables come in the order in which they need somebody', () => {
  const tables = [
    table('closed', [], 'closed'),
    table('b'),
    table('a'),
    table('halted', [true]),
    table('old cards', [false]),
  ];
  expect(inOrder(tables).map((each) => each.shown.name)).toEqual([
    'halted',
    'old cards',
    'a',
    'b',
    'closed',
  ]);
});

it('an age is hours and minutes', () => {
  const now = Date.parse('2026-01-05T12:00:00Z');
  expect(age('2026-01-05T08:40:00Z', now)).toBe('3 h 20 min');
  expect(age('2026-01-05T11:15:00Z', now)).toBe('45 min');
  expect(age('2026-01-05T11:59:40Z', now)).toBe('new');
  expect(age('2026-01-05T08:00:00Z', now)).toBe('4 h');
  expect(age(null, now)).toBe('not in use yet');
});

it('of the floor page, the sections that the viewer has a right to are offered', () => {
  session.rights = ['floor.see', 'cage.see', 'notices.see'];
  expect(floorSections()).toEqual(['tables', 'cage', 'slips', 'books']);
  session.rights = ['people.see'];
  expect(floorSections()).toEqual(['people']);
});

it('a table gets an address out of its name', () => {
  expect(idOf('Pit 2, Table É')).toBe('pit-2-table-e');
});

test.each([
  [{ stub_count_due: true }, 'due in this round'],
  [{ rounds_since_count: 0 }, 'none yet'],
  [{ rounds_since_count: 1 }, '1 round ago'],
  [{ rounds_since_count: 12 }, '12 rounds ago'],
])('the stub count of %o is %s', (given, text) => {
  expect(stubCount({ stub_count_due: false, ...given } as TableView)).toBe(text);
});
