import { describe, expect, it } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { FloorTable } from '../../protocol/types';
import { age, idOf, inOrder, needs, offeredSections } from './pit';

function table(name: string, view: object = {}, shown: object = {}): FloorTable {
  return {
    shown: { name, stopped: '', ...shown },
    view: {
      phase: 'betting',
      halted: null,
      due: null,
      decks: [],
      requests: [],
      relief: '',
      ...view,
    },
  } as unknown as FloorTable;
}
const HALTED = { halted: { irregularity: 'wrong_count', waits_for: 'management' } };
const VERIFY = { due: { role: 'floor', text: 'Verify the payout before it is paid.' } };

describe('a table needs somebody', () => {
  it('when it stands still, and says who rules', () => {
    expect(needs(table('1', HALTED))).toEqual([
      { text: 'Wrong count: management rules', stops: true },
    ]);
  });

  it('when a step of the floor is due, not when one of the dealer is', () => {
    expect(needs(table('1', VERIFY))[0]?.text).toBe('Floor: Verify the payout before it is paid.');
    expect(needs(table('1', { due: { role: 'dealer', text: 'Deal.' } }))).toEqual([]);
  });

  it('when a deck must be changed', () => {
    const decks = [{ back: 'red', reminded: true }];
    expect(needs(table('1', { decks }))).toEqual([{ text: 'Change the red deck', stops: false }]);
  });
});

it('readings that another person has to look at are told by their names', () => {
  const readings = [{ option: 'tie', title: 'Equal hands', chosen: 'player', house: 'push' }];
  const found = needs({
    ...table('a', { phase: 'closed' }),
    ...{ opens_by_another: true, set_up_by: 'flo', readings },
  });
  expect(found.map((need) => need.text)).toEqual([expect.stringMatching(/: Equal hands: player$/)]);
});

it('tables come in the order in which they need somebody', () => {
  const tables = [
    table('closed', { phase: 'closed' }),
    table('b'),
    table('a'),
    table('halted', HALTED),
    table('old cards', { decks: [{ back: 'red', reminded: true }] }),
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
  expect(offeredSections()).toEqual(['tables', 'cage', 'slips', 'books']);
  session.rights = ['people.see'];
  expect(offeredSections()).toEqual(['people']);
});

it('a table gets an address out of its name', () => {
  expect(idOf('Pit 2, Table É')).toBe('pit-2-table-e');
});
