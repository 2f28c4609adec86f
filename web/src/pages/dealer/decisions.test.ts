import { describe, expect, it } from 'vitest';

import type { TableView } from '../../protocol/types';
import { decisionsOf, inOneSentence, undecided } from './decisions';

const seat = (number: number, more: object = {}) => {
  return { seat: number, player: `p${number}`, plays: { 1: 500 }, ...more };
};
const view = (seats: object[]) => ({ seats }) as unknown as TableView;

describe('the row of decisions', () => {
  it('has the seats for which the table names a price of playing', () => {
    const seats = [seat(1, { plays: {} }), seat(2), seat(3, { plays: {} }), seat(6)];
    expect(undecided(view(seats)).map((each) => each.seat)).toEqual([2, 6]);
    expect(undecided(view([]))).toEqual([]);
  });

  it('is sent in order: who is not marked plays', () => {
    const seats = undecided(view([seat(1), seat(2), seat(4)]));
    expect(decisionsOf(seats, { 2: 'fold' }, [1])).toEqual([
      { type: 'play', seat: 1 },
      { type: 'fold', seat: 2 },
      { type: 'play', seat: 4 },
    ]);
  });

  it('says how many times the ante where the house has several', () => {
    const seats = undecided(view([seat(1), seat(2)]));
    expect(decisionsOf(seats, { 2: 3 }, [1, 2, 3])).toEqual([
      { type: 'play', seat: 1, multiple: 1 },
      { type: 'play', seat: 2, multiple: 3 },
    ]);
  });

  it('is one sentence on the button', () => {
    const sentence = (...marks: ('fold' | 1)[]) => {
      const seats = undecided(view(marks.map((_, index) => seat(index + 1))));
      const marked = Object.fromEntries(marks.map((mark, index) => [index + 1, mark]));
      return inOneSentence(decisionsOf(seats, marked, [1]));
    };
    expect(sentence(1, 1, 1)).toBe('All 3 play');
    expect(sentence(1, 'fold', 'fold')).toBe('1 plays, 2 fold');
    expect(sentence('fold', 'fold')).toBe('All 2 fold');
    expect(sentence('fold')).toBe('Seat 1 folds');
  });
});
