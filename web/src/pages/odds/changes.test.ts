import { describe, expect, it } from 'vitest';

import type { Settings } from './analysis';
import { changesOf, fieldAt, groupsOf, houseFile, settingAt, type HouseOption } from './changes';

const settings: Settings = {
  pair_plus: { pair: 1, flush: 3, straight: 6, three_of_a_kind: 30, straight_flush: 40 },
  ante_bonus: { straight: 1, three_of_a_kind: 4, straight_flush: 5 },
  six_card_bonus: null,
  progressive: null,
  dealer: { qualifies_with: 'queen_high' },
  options: { tie: 'push', six_card_wheel: true },
};
const options: HouseOption[] = [
  {
    name: 'tie',
    about: 'Equal hands.',
    values: ['push', 'dealer'],
    value: 'push',
    rulings: ['R-1'],
  },
  { name: 'decks', about: 'Decks.', values: ['2', '1'], value: 2, rulings: [] },
  { name: 'six_card_wheel', about: '', values: ['true', 'false'], value: true, rulings: [] },
  { name: 'ace_low_straight', about: '', values: ['true', 'false'], value: true, rulings: [] },
];

describe('what can be changed on a house', () => {
  const groups = groupsOf(settings, options);

  it('are its pay tables, the strongest hand first, and nothing it does not offer', () => {
    expect(groups.map((group) => group.path)).toEqual(['pair_plus', 'ante_bonus', 'options']);
    expect(groups[0]?.fields.map((field) => field.name)).toEqual([
      'Straight flush',
      'Three of a kind',
      'Straight',
      'Flush',
      'Pair',
    ]);
  });

  it('are options that move figures, with values of their own type', () => {
    const fields = groups[2]?.fields ?? [];
    expect(fields.map((field) => field.path)).toEqual([
      'dealer.qualifies_with',
      'options.tie',
      'options.ace_low_straight',
    ]);
    expect(fields[2]?.choices).toEqual([
      { value: true, name: 'yes' },
      { value: false, name: 'no' },
    ]);
  });

  it('is found again by the path of an error', () => {
    expect(fieldAt(groups, 'pair_plus.three_of_a_kind')).toBe('pair_plus.three_of_a_kind');
    expect(fieldAt(groups, 'ante_bonus')).toBe('ante_bonus');
    expect(fieldAt(groups, 'ante_bonus.somewhere.else')).toBe('ante_bonus');
    expect(fieldAt(groups, 'limits.ante')).toBe('');
  });
});

describe('changes', () => {
  const edits = { 'pair_plus.straight': 5, 'options.tie': 'dealer', 'options.decks': 1 };

  it('go to the service table by table', () => {
    expect(changesOf(edits)).toEqual({
      pair_plus: { straight: 5 },
      options: { tie: 'dealer', decks: 1 },
    });
  });

  it('make a house file', () => {
    expect(houseFile('manual', edits)).toBe(
      'extends = "manual"\n\n[pair_plus]\nstraight = 5\n\n[options]\ntie = "dealer"\ndecks = 1\n',
    );
  });
});

it('finds a setting by its path', () => {
  expect(settingAt(settings, 'pair_plus.flush')).toBe(3);
  expect(settingAt(settings, 'progressive.pays.straight')).toBeUndefined();
});
