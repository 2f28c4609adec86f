import { describe, expect, it } from 'vitest';

import { counted, marked, matches, testSentence, valueInWords, type Clause } from './clauses';

const clause: Clause = {
  id: 'manual-gen-F',
  departed: false,
  book: 'manual',
  ref: 'General F',
  topic: 'irregularity',
  text: 'A player card exposed by accident plays on.',
  status: 'enforced',
  places: [],
  tests: [],
};
const anything = { words: '', topic: '', status: '' };

describe('a clause is found', () => {
  it('by words in any order, in its text, reference or id', () => {
    expect(matches(clause, { ...anything, words: 'accident EXPOSED' })).toBe(true);
    expect(matches(clause, { ...anything, words: 'gen-f' })).toBe(true);
    expect(matches(clause, { ...anything, words: 'accident dealer' })).toBe(false);
  });

  it('by its topic and its status', () => {
    expect(matches(clause, { ...anything, topic: 'irregularity', status: 'enforced' })).toBe(true);
    expect(matches(clause, { ...anything, topic: 'payout' })).toBe(false);
    expect(matches(clause, { ...anything, status: 'guided' })).toBe(false);
  });
});

it('marks what was sought, whatever it is spelt with', () => {
  expect(marked('Pays 1 (one) to 1', ['(one)'])).toEqual([
    { text: 'Pays 1 ', found: false },
    { text: '(one)', found: true },
    { text: ' to 1', found: false },
  ]);
  expect(marked('Ante', [])).toEqual([{ text: 'Ante', found: false }]);
});

it('counts values, the most frequent first', () => {
  expect(counted(['b', 'a', 'b'])).toEqual([
    ['b', 2],
    ['a', 1],
  ]);
});

it('reads the name of a test as a sentence', () => {
  expect(testSentence('tests/table/test_dealing.py::test_seat_one_is_dealt_first[mics]')).toBe(
    'Seat one is dealt first',
  );
});

it('says the value of an option in words', () => {
  expect(valueInWords(true)).toBe('yes');
  expect(valueInWords('take_then_pay')).toBe('take then pay');
  expect(valueInWords({ hours: { shoe: 8, hand: 4 }, mode: 'block' })).toBe(
    'hours: shoe: 8; hand: 4; mode: block',
  );
  expect(valueInWords([])).toBe('none');
});
