import { describe, expect, it } from 'vitest';

import { ApiError } from '../../protocol/client';
import { helpWith, remarkable, withField, wrongIn, type RoundFound } from './query';

describe('a field that is clicked', () => {
  it('goes to the end of the query, ready for its value', () => {
    expect(withField('', 'dealer')).toBe('dealer:');
    expect(withField('dealer:ben ', 'net')).toBe('dealer:ben net>=');
    expect(withField('', 'prime')).toBe('prime>=');
  });
});

it('may be any bet of the tables, which are what the help does not know', () => {
  const fields = helpWith(['table', 'net', 'ante', 'prime']).find((help) => help.bets)?.fields;
  expect(fields).toEqual(['ante', 'prime']);
});

describe('a query that cannot be read', () => {
  const said = (path: string, message = 'At character 10: no such field.') =>
    new ApiError(400, 'search/query', message, [], path);

  it('is shown with the condition at which the service stumbled', () => {
    expect(wrongIn('hand:pair foo:bar x', said('q[10]'))).toEqual({
      message: 'no such field.',
      parts: ['hand:pair ', 'foo:bar', ' x'],
    });
  });

  it('counts signs as the service does', () => {
    const { parts } = wrongIn('patron:🂡 foo:1', said('q[9]'));
    expect(parts).toEqual(['patron:🂡 ', 'foo:1', '']);
  });

  it('takes what is in quotation marks for one condition', () => {
    const { parts } = wrongIn('foo:"a b" c', said('q[0]'));
    expect(parts).toEqual(['', 'foo:"a b"', ' c']);
  });

  it('has no place where the service did not name one', () => {
    const error = new ApiError(0, 'network/unreachable', 'No.', [], '/api/search');
    expect(wrongIn('x', error)).toEqual({ message: 'No.', parts: null });
  });
});

describe('what is remarkable about a round', () => {
  const round = {
    void: '',
    jackpot: 0,
    qualifies: true,
    dealer_category: 'high_card',
    seats: [{ seat: 2, category: 'pair', decision: 'play' }],
  } as unknown as RoundFound;

  it('is nothing in most of them', () => {
    expect(remarkable(round)).toEqual([]);
  });

  it('is told in words', () => {
    const seat = { ...round.seats[0], category: 'straight_flush', decision: 'timed_out' };
    const found = { ...round, jackpot: 250_000, void: 'wrong_count', seats: [seat] } as RoundFound;
    expect(remarkable(found)).toEqual([
      'Void: wrong count',
      'The meter paid $2,500',
      'Straight flush at seat 2',
      'Seat 2 ran out of time',
    ]);
  });
});
