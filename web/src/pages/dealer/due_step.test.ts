import { describe, expect, it } from 'vitest';

import type { LiveState } from '../../protocol/types';
import { PLAIN } from '../../text/terms';
import { confirmation, doneWord, givenBack, taskOf, type Due, type ToSettle } from './due_step';

const NOTHING: Due['needs'] = { cards: null, count: false, flaws: false };
const CARDS = { ...NOTHING, cards: { place: 1, count: 3, conflict: '' } };
const COUNT = { ...NOTHING, count: true };
const nothing = { cards: [], count: null, flaws: '' };
const due = (step: string, more: Partial<Due> = {}): Due => {
  return {
    step,
    role: 'dealer',
    text: '',
    clauses: [],
    deck: null,
    seat: null,
    offered_to: [],
    needs: NOTHING,
    ...more,
  };
};

function live(view: object, moves: { type: string }[] = []): LiveState {
  const idle = { halted: null, due: null, next_to_decide: null, seats: [], to_settle: [] };
  const table = { phase: 'dealing', ...idle };
  return { version: 1, view: { ...table, commitment: '', ...view }, moves } as unknown as LiveState;
}

describe('the task at the desk', () => {
  it('is a ruling before anything else', () => {
    const text = 'The table waits for a ruling by management.';
    const halted = { irregularity: 'wrong_count', waits_for: 'management', text };
    expect(taskOf(live({ phase: 'halted', halted, due: due('settle') }), true)).toEqual({
      kind: 'halted',
      irregularity: 'wrong_count',
      waitsFor: 'management',
      text,
      toSign: false,
    });
  });

  it('is the step that is due', () => {
    const deal = due('deal', { seat: 1 });
    expect(taskOf(live({ due: deal }), true)).toEqual({ kind: 'step', due: deal, line: null });
  });

  it('is the decision of a seat, one at a time where steps go one by one', () => {
    const seats = [
      { seat: 4, player: 'ann', plays: { 1: 1500 } },
      { seat: 6, player: 'bob', plays: { 1: 500 } },
    ];
    const offer = { seat: 4, text: 'Offer seat 4 the choice.', clauses: ['x-1'] };
    expect(taskOf(live({ phase: 'deciding', next_to_decide: 4, offer, seats }), true)).toEqual({
      kind: 'decide',
      seats: seats.slice(0, 1),
      text: 'Offer seat 4 the choice.',
      clauses: ['x-1'],
    });
  });

  it('is the group of steps where they go in groups', () => {
    const group = { key: 'reveal', title: 'Reveal', steps: [], payouts: [] };
    const view = { kind: 'physical', due: due('verify_plays'), group };
    expect(taskOf(live(view), false)).toEqual({ kind: 'group', group });
    expect(taskOf(live(view), true)).toMatchObject({ kind: 'step' });
  });

  it('is to wait for bets, and to end them when the table would accept it', () => {
    const seats = [
      { seat: 1, wagers: {}, plays: {} },
      { seat: 2, wagers: { ante: 500 }, plays: {} },
    ];
    const state = { phase: 'betting', seats };
    expect(taskOf(live(state), true)).toEqual({ kind: 'bets', bets: 1, ready: false });
    expect(taskOf(live(state, [{ type: 'announce_no_more_bets' }]), true)).toMatchObject({
      ready: true,
    });
  });

  it('shows the bet that is settled next', () => {
    const to_settle = [{ seat: 3, wager: 'ante', result: 'win', paid: 500 }];
    expect(taskOf(live({ due: due('settle', { seat: 3 }), to_settle }), true)).toMatchObject({
      line: { wager: 'ante', paid: 500 },
    });
  });
});

describe('a confirmation', () => {
  it('names the step, its deck and its seat; seat 0 is the dealer', () => {
    expect(confirmation(due('wash', { deck: 1 }), nothing)).toEqual({
      type: 'confirm',
      step: 'wash',
      deck: 1,
    });
    const deal = due('deal', { seat: 0, needs: CARDS });
    expect(confirmation(deal, { ...nothing, cards: ['As'] })).toEqual({
      type: 'confirm',
      step: 'deal',
      seat: 0,
      cards: ['As'],
    });
  });

  it('has a count and flaws only where they were entered', () => {
    const cut = due('cut', { needs: COUNT });
    expect(confirmation(cut, nothing)).toEqual({ type: 'confirm', step: 'cut' });
    const entered = { ...nothing, flaws: ' a bent corner ' };
    const inspect = due('inspect', { needs: { ...NOTHING, flaws: true } });
    expect(confirmation(inspect, entered)).toMatchObject({
      flaws: 'a bent corner',
    });
  });

  it('of a stub says whether the cards were misdealt, once a count was entered', () => {
    const counted = { ...nothing, count: 40 };
    const stub = due('count_stub', { needs: COUNT });
    expect(confirmation(stub, nothing)).not.toHaveProperty('misdealt');
    expect(confirmation(stub, counted)).toMatchObject({ misdealt: false });
    expect(confirmation(stub, { ...counted, misdealt: true })).toMatchObject({
      count: 40,
      misdealt: true,
    });
    expect(confirmation(due('cut', { needs: COUNT }), counted)).not.toHaveProperty('misdealt');
  });

  it('of a shuffle is a command of its own', () => {
    expect(confirmation(due('shuffle', { deck: 1 }), nothing)).toEqual({
      type: 'shuffle_deck',
      deck: 1,
    });
  });
});

it('the button says what was done', () => {
  const line = (result: string) => ({ result }) as ToSettle;
  expect(doneWord(due('settle'), line('win'))).toBe('Paid');
  expect(doneWord(due('settle'), line('push'))).toBe('Pushed');
  expect(doneWord(due('settle'), line('forfeit'))).toBe('Taken');
  expect(doneWord(due('settle'), null)).toBe('Done');
  expect(doneWord(due('riffle'), null)).toBe('Done');
});

describe('a void round', () => {
  const seat = (number: number, cents: number) => ({ seats: [number], cents });

  it('says in few words what goes back to whom', () => {
    const back = [seat(1, 500), seat(2, 500), seat(4, 1000), seat(7, 500)];
    expect(givenBack(back, PLAIN)).toBe('Seats 1, 2 and 7 get $5 back. Seat 4 gets $10 back.');
  });

  it('and what was paid already and is taken back', () => {
    const back = [seat(1, 500), seat(2, -2000)];
    expect(givenBack(back, PLAIN)).toBe('Seat 1 gets $5 back. Seat 2 gives $20 back.');
    expect(givenBack([], PLAIN)).toBe('Nobody had a bet.');
  });

  it('and what a player with two hands gets back, once', () => {
    const back = [seat(1, 500), { seats: [5, 6], cents: 1500 }];
    expect(givenBack(back, PLAIN)).toBe(
      'Seat 1 gets $5 back. Seats 5 and 6 get $15 back together.',
    );
  });
});
