import { describe, expect, it } from 'vitest';

import { feltWith } from '../../testing/felts';
import type { Settings } from './analysis';
import {
  centsTyped,
  changesOf,
  fieldAt,
  groupsOf,
  houseFile,
  oddsTyped,
  settingAt,
  type HouseOption,
} from './changes';

const felt = feltWith(['Prime']);
const row = (given: object) => ({ to_one: null, for_one: null, cents: null, ...given });
const settings: Settings = {
  ante_bonus: { pays: { straight: row({ to_one: 1 }) } },
  wagers: {
    prime: {
      pays: {
        straight_flush: row({ cents: 50_000 }),
        three_of_a_kind: row({ for_one: 60 }),
        straight: row({ to_one: '13/2' }),
        flush: row({ result: 'push' }),
        pair: row({ to_one: 1 }),
      },
    },
  },
  dealer: { qualifies_with: 'Q64' },
};
const option = (name: string, acts_on: string, value: string): HouseOption => {
  return { name, title: name, about: '', values: [value, 'other'], value, rulings: [], acts_on };
};
const options = [
  option('tie', 'ante.tie, play.tie', 'push'),
  option('decks', 'cards.decks', '2'),
  option('prime_wheel', 'wagers.prime.wheel', 'true'),
  option('ace_low_straight', 'ranking.ace_low_straight', 'true'),
];
const groups = groupsOf(settings, options, felt);

describe('what can be changed on a house', () => {
  it('are the rows of its pay tables, each by what it gives', () => {
    expect(groups.map((group) => group.path)).toEqual(['wagers.prime.pays', 'options']);
    expect(groups[0]?.title).toBe('Prime pays');
    const fields = groups[0]?.fields.map(({ name, kind, unit }) => [name, kind, unit]);
    expect(fields).toEqual([
      ['Straight flush', 'money', ''],
      ['Three of a kind', 'odds', 'for 1'],
      ['Straight', 'odds', 'to 1'],
      ['Pair', 'odds', 'to 1'],
    ]);
  });

  it('are options that move figures, of whatever wager', () => {
    const fields = groups[1]?.fields ?? [];
    expect(fields.map((field) => field.path)).toEqual([
      'dealer.qualifies_with',
      'options.tie',
      'options.prime_wheel',
      'options.ace_low_straight',
    ]);
    expect(fields[2]?.choices?.[0]).toEqual({ value: 'true', name: 'yes' });
  });

  it('is the qualifying hand, also one of three ranks', () => {
    const names = groups[1]?.fields[0]?.choices?.map((each) => each.name);
    expect(names).toContain('queen high or better');
    expect(names).toContain('Q-6-4 or better');
  });

  it('is found again by the path of an error', () => {
    const pays = 'wagers.prime.pays';
    expect(fieldAt(groups, `${pays}.pair`)).toBe(`${pays}.pair.to_one`);
    expect(fieldAt(groups, `${pays}.pair.to_one`)).toBe(`${pays}.pair.to_one`);
    expect(fieldAt(groups, pays)).toBe(pays);
    expect(fieldAt(groups, `${pays}.somewhere.else`)).toBe(pays);
    expect(fieldAt(groups, 'ante.limits')).toBe('');
  });
});

describe('changes', () => {
  const edits = {
    'wagers.prime.pays.pair.to_one': 5,
    'wagers.prime.pays.three_of_a_kind.for_one': 70,
    'options.tie': 'dealer',
  };

  it('go to the service table by table', () => {
    expect(changesOf(edits)).toEqual({
      wagers: { prime: { pays: { pair: { to_one: 5 }, three_of_a_kind: { for_one: 70 } } } },
      options: { tie: 'dealer' },
    });
  });

  it('make a house file', () => {
    expect(houseFile('lucky', edits)).toBe(
      'extends = "lucky"\n\n[wagers.prime.pays]\npair = 5\n\n' +
        '[wagers.prime.pays.three_of_a_kind]\nfor_one = 70\n\n[options]\ntie = "dealer"\n',
    );
  });
});

it.each([
  ['5', 5],
  ['3/2', '3/2'],
  ['3/0', null],
  ['', null],
  ['-1', null],
])('odds typed as %s are %s', (text, odds) => {
  expect(oddsTyped(text)).toBe(odds);
});

it('finds a setting by its path', () => {
  expect(settingAt(settings, 'wagers.prime.pays.pair.to_one')).toBe(1);
  expect(settingAt(settings, 'wagers.other.pays.pair')).toBeUndefined();
});

it.each([
  ['12.5', 1250],
  ['0', 0],
  ['', null],
  [' ', null],
  ['x', null],
])('the amount typed as "%s" is %s cents', (text, cents) => {
  expect(centsTyped(text)).toBe(cents);
});
