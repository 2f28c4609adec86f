import { describe, expect, it } from 'vitest';

import type { LiveState } from '../../protocol/types';
import { PLAIN } from '../../text/terms';
import { confirmation, doneWord, givenBack, taskOf, type Due, type ToSettle } from './due_step';

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
    conflict: '',
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
    const halted = { irregularity: 'wrong_count', waits_for: 'management' };
    expect(taskOf(live({ phase: 'halted', halted, due: due('settle') }), true)).toEqual({
      kind: 'halted',
      irregularity: 'wrong_count',
      waitsFor: 'management',
      toSign: false,
    });
  });

  it('is the step that is due, with cards where the table takes them as dealt', () => {
    expect(taskOf(live({ due: due('deal', { seat: 1 }) }), true)).toMatchObject({ takes: 'cards' });
    expect(taskOf(live({ due: due('deal_third_card') }), true)).toMatchObject({ takes: 'cards' });
    expect(taskOf(live({ due: due('deal', { seat: 1 }), commitment: 'ab12' }), true)).toMatchObject(
      {
        takes: 'nothing',
      },
    );
  });

  it('is the decision of a seat, one at a time where steps go one by one', () => {
    const seats = [
      { seat: 4, player: 'ann', decision: '', cards: ['??'], wagers: { ante: 1500 } },
      { seat: 6, player: 'bob', decision: '', cards: ['??'], wagers: { ante: 500 } },
    ];
    const offer = { seat: 4, text: 'Offer seat 4 the choice.', clauses: ['x-1'] };
    expect(taskOf(live({ phase: 'deciding', next_to_decide: 4, offer, seats }), true)).toEqual({
      kind: 'decide',
      seats: [{ seat: 4, player: 'ann', ante: 1500 }],
      text: 'Offer seat 4 the choice.',
      clauses: ['x-1'],
    });
  });

  it('is the group of steps where they go in groups, and a face is asked for when it is turned up', () => {
    const group = { key: 'reveal', title: 'Reveal', steps: [], payouts: [] };
    const view = { kind: 'physical', due: due('verify_plays'), group };
    expect(taskOf(live(view), false)).toEqual({ kind: 'group', group });
    expect(taskOf(live(view), true)).toMatchObject({ kind: 'step' });
    const closed = { kind: 'physical', due: due('deal', { seat: 1, cards: 1 }) };
    expect(taskOf(live(closed), true)).toMatchObject({ takes: 'nothing' });
    const shown = { kind: 'physical', due: due('reveal_hand', { seat: 1, cards: 3 }) };
    expect(taskOf(live(shown), true)).toMatchObject({ takes: 'cards' });
  });

  it('is to wait for bets, and to end them when the table would accept it', () => {
    const seats = [
      { seat: 1, wagers: {} },
      { seat: 2, wagers: { ante: 500 } },
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
    expect(confirmation(due('wash', { deck: 1 }), 'nothing', nothing)).toEqual({
      type: 'confirm',
      step: 'wash',
      deck: 1,
    });
    expect(confirmation(due('deal', { seat: 0 }), 'cards', { ...nothing, cards: ['As'] })).toEqual({
      type: 'confirm',
      step: 'deal',
      seat: 0,
      cards: ['As'],
    });
  });

  it('has a count and flaws only where they were entered', () => {
    expect(confirmation(due('cut'), 'count', nothing)).toEqual({ type: 'confirm', step: 'cut' });
    const entered = { ...nothing, flaws: ' a bent corner ' };
    expect(confirmation(due('inspect'), 'flaws', entered)).toMatchObject({
      flaws: 'a bent corner',
    });
  });

  it('of a stub says whether the cards were misdealt, once a count was entered', () => {
    const counted = { ...nothing, count: 40 };
    expect(confirmation(due('count_stub'), 'count', nothing)).not.toHaveProperty('misdealt');
    expect(confirmation(due('count_stub'), 'count', counted)).toMatchObject({ misdealt: false });
    expect(confirmation(due('count_stub'), 'count', { ...counted, misdealt: true })).toMatchObject({
      count: 40,
      misdealt: true,
    });
    expect(confirmation(due('cut'), 'count', counted)).not.toHaveProperty('misdealt');
  });

  it('of a shuffle is a command of its own', () => {
    expect(confirmation(due('shuffle', { deck: 1 }), 'shuffle', nothing)).toEqual({
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
  const seat = (number: number, cents: number) => ({ seat: number, cents });

  it('says in few words what goes back to whom', () => {
    const back = [seat(1, 500), seat(2, 500), seat(4, 1000), seat(7, 500)];
    expect(givenBack(back, PLAIN)).toBe('Seats 1, 2 and 7 get $5 back. Seat 4 gets $10 back.');
  });

  it('and what was paid already and is taken back', () => {
    const back = [seat(1, 500), seat(2, -2000)];
    expect(givenBack(back, PLAIN)).toBe('Seat 1 gets $5 back. Seat 2 gives $20 back.');
    expect(givenBack([], PLAIN)).toBe('Nobody had a bet.');
  });
});
