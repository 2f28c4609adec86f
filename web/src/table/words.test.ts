import { describe, expect, it } from 'vitest';

import type { TableEvent } from '../protocol/types';
import { terms } from '../testing/round';
import { place, told } from './words';

const of = (event: { type: string } & Record<string, unknown>) =>
  told(event as TableEvent, null, terms);

describe('what happens is told in a sentence', () => {
  it('with seats, bets and dollars', () => {
    const event = { type: 'wager_paid', seat: 3, wager: 'pair_plus', paid: 2500, odds: '5 to 1' };
    expect(of(event)).toBe('Pay Pair Plus of seat 3: $25, 5 to 1.');
    expect(of({ type: 'wager_taken', seat: 3, wager: 'ante', stake: 500, toke: true })).toBe(
      'Take Ante for the dealer of seat 3: $5.',
    );
  });

  it('an irregularity with what follows from it', () => {
    const event = {
      type: 'irregularity_reported',
      kind: 'wrong_count',
      remedy: 'void',
      detail: '51',
    };
    expect(of(event)).toBe('Wrong count (51). All hands are void.');
  });

  it('also where the program knows more events than this page', () => {
    expect(of({ type: 'moon_risen' })).toBe('Moon risen.');
  });

  it('and steps say nothing beyond what the person did', () => {
    expect(of({ type: 'step_done' })).toBe('');
  });
});

it('places have names', () => {
  expect([place(0), place(4), place(-1)]).toEqual(['the dealer', 'seat 4', 'the stub']);
});
