import { describe, expect, it } from 'vitest';

import { roundedMoney, reportQuery, inOrder, lineName, offBy, share, type Line } from './report';

const line = (of: string, win: number, hold: number | null = null) =>
  ({ of, win, hold, expected: { exact: '0/1', value: 0 } }) as Line;

describe('lines of a report', () => {
  const lines = [line('2', 100), line('10', -500, 0.2), line('1', 300, -0.1)];
  const order = (...how: [Parameters<typeof inOrder>[1], boolean]) =>
    inOrder(lines, ...how).map((each) => each.of);

  it('are sorted by name as people count, and turned round', () => {
    expect(order('of', false)).toEqual(['1', '2', '10']);
    expect(order('of', true)).toEqual(['10', '2', '1']);
  });

  it('are sorted by a figure from the largest down', () => {
    expect(order('win', false)).toEqual(['1', '2', '10']);
  });

  it('have those without a hold at the end', () => {
    expect(order('hold', false)).toEqual(['10', '1', '2']);
  });

  it('are called by what they are of', () => {
    expect(lineName('shift', '2')).toBe('Shift 2');
    expect(lineName('dealer', '')).toBe('Nobody');
  });
});

describe('figures', () => {
  it('are written as money, shares and errors', () => {
    expect(roundedMoney(2158.7)).toBe('$21.59');
    expect(share(-0.7675)).toBe('−76.75%');
    expect(share(null)).toBe('');
    expect(offBy(-2.684)).toBe('−2.68');
    expect(offBy(0.131)).toBe('+0.13');
  });
});

describe('what is asked', () => {
  it('leaves out what is empty or usual', () => {
    expect(reportQuery({ day: '', stakes: 'money' })).toBe('');
    expect(reportQuery({ day: '2026-01-05', stakes: 'play' })).toBe('?day=2026-01-05&stakes=play');
  });
});
