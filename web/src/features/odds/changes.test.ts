import { describe, expect, it } from 'vitest';

import { field } from '../../testing/forms';
import { centsTyped, changesOf, fieldAt, houseFile, oddsTyped } from './changes';

const groups = [
  {
    path: 'wagers.prime.pays',
    title: 'Prime pays',
    fields: [field('wagers.prime.pays.pair.to_one', 'Pair', 'odds')],
  },
];

describe('what can be changed on a house', () => {
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

it.each([
  ['12.5', 1250],
  ['0', 0],
  ['', null],
  [' ', null],
  ['x', null],
])('the amount typed as "%s" is %s cents', (text, cents) => {
  expect(centsTyped(text)).toBe(cents);
});
