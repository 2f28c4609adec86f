import { fireEvent, render, screen } from '@testing-library/svelte';
import type { ComponentProps } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { LiveState, LobbyTable } from '../../protocol/types';
import { house } from '../../testing/round';
import { Desk } from '../../table/desk.svelte';
import NextStep from './NextStep.svelte';
import { Work } from './work.svelte';
import WorkArea from './WorkArea.svelte';

const NOTHING = { cards: null, count: false, flaws: false };
const faces = (count: number, conflict = '') => {
  return { ...NOTHING, cards: { place: 4, count, conflict } };
};
const due = (step: string, role = 'dealer', seat: number | null = null) => {
  return { step, role, text: `Do ${step}.`, clauses: [], needs: NOTHING, deck: null, seat };
};

/** A desk with this view, and the commands it sends. */
function deskAt(view: object, moves: object[] = []) {
  const desk = new Desk('1');
  const table = { phase: 'settling', round: 3, due: null, next_to_decide: null, halted: null };
  const nobody = { seats: [], to_settle: [], dealer_cards: [], decks: [], commitment: '' };
  desk.live = { version: 1, view: { ...table, ...nobody, ...view }, moves } as unknown as LiveState;
  desk.table = { id: '1', practice: false, owner: '' } as LobbyTable;
  desk.house = { ...house, chips: [500, 2500, 10_000] };
  const send = vi.spyOn(desk, 'sendAndSee').mockResolvedValue(true);
  return { desk, send };
}

type Forms = ComponentProps<typeof WorkArea>['forms'];
const NO_FORMS: Forms = { value: [], wrong: '', look: () => Promise.resolve() };

function shown(desk: Desk, forms = NO_FORMS): Work {
  const work = new Work(desk);
  render(WorkArea, { desk, work, forms });
  render(NextStep, { desk, work });
  return work;
}

beforeEach(() => {
  session.person = { name: 'dan', display: '', role: 'dealer', guest: false, waits: false };
  session.actsFor = ['dealer'];
});

describe('the next step', () => {
  it.each(['the button', 'Enter'])(
    'is confirmed with %s, once until the table moves',
    async (way) => {
      const { desk, send } = deskAt({ due: due('rack_hand', 'dealer', 4) });
      shown(desk);
      const confirm = () =>
        way === 'Enter'
          ? fireEvent.keyDown(document.body, { key: 'Enter' })
          : fireEvent.click(screen.getByRole('button', { name: 'Done' }));
      await confirm();
      await confirm();
      const command = { type: 'confirm', step: 'rack_hand', seat: 4 };
      expect(send.mock.calls.map(([sent]) => sent)).toEqual([command]);
    },
  );

  it('is left to the dealer on duty by one who is not', () => {
    const { desk, send } = deskAt({ due: due('rack_hand', 'dealer', 4), dealer: 'dora' });
    shown(desk);
    const button = screen.getByRole('button', { name: 'Waiting for dora' });
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByRole('status').textContent).toBe('dora is the dealer on duty.');
    expect(send).not.toHaveBeenCalled();
  });

  it('waits with the first card for what players add to the shuffle', async () => {
    const { desk, send } = deskAt({
      phase: 'dealing',
      due: due('deal', 'dealer', 1),
      entropy_awaited: [1],
    });
    shown(desk);
    const button = screen.getByRole('button', { name: /what players add to the shuffle/ });
    expect(button).toHaveProperty('disabled', true);
    await fireEvent.keyDown(document.body, { key: 'Enter' });
    expect(send).not.toHaveBeenCalled();
  });

  it('waits for bets at a table where another is on duty', () => {
    const moves = [{ type: 'announce_no_more_bets' }];
    const { desk } = deskAt({ phase: 'betting', dealer: 'dora' }, moves);
    shown(desk);
    expect(screen.getByRole('button', { name: 'Waiting for dora' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it.each([
    ['outgoing', 'dora', 'dan', 'Waiting for dora'],
    ['incoming', 'dora', 'dan', 'Relief: incoming'],
    ['incoming', 'dan', 'dina', 'Waiting for dina'],
    ['outgoing', 'dan', 'dina', 'Relief: outgoing'],
    ['outgoing', 'dan', '', 'Waiting for the outgoing dealer'],
    ['outgoing', 'dora', '', 'Relief: outgoing'],
  ])(
    'of a relief, the %s one, where %s deals and %j comes, says "%s"',
    (who, dealer, relief, said) => {
      const group = { key: `relief:${who}`, title: `Relief: ${who}`, role: 'dealer' };
      const rest = { steps: [], payouts: [], needs: { cards: null, count: false } };
      const { desk } = deskAt({ due: due('tap'), group: { ...group, ...rest }, dealer, relief });
      shown(desk);
      expect(screen.getByRole('button', { name: said })).toBeTruthy();
    },
  );

  it('of somebody else is waited for', () => {
    const { desk } = deskAt({ due: due('verify_payout', 'floor', 4) });
    shown(desk);
    const button = screen.getByRole('button', { name: 'Waiting for the floor' });
    expect(button).toHaveProperty('disabled', true);
  });

  it('at your own practice table is done in the role it belongs to', async () => {
    const { desk, send } = deskAt({ due: due('verify', 'floor') });
    desk.table = { id: '1', practice: true, owner: 'dan' } as LobbyTable;
    desk.role = 'dealer';
    shown(desk);
    await fireEvent.click(screen.getByRole('button', { name: 'Done, as floor' }));
    expect(send).toHaveBeenCalledWith({ type: 'confirm', step: 'verify' }, 'floor');
  });

  it('of a payout says what to pay, and with which chips', () => {
    const line = { wager: 'pair_plus', stake: 500, result: 'win', paid: 20_000, odds: '40 to 1' };
    const { desk } = deskAt({
      due: due('settle', 'dealer', 4),
      to_settle: [{ seat: 4, chips: [{ value: 10_000, count: 2 }], ...line }],
    });
    shown(desk);
    expect(screen.getByRole('heading').textContent).toBe('Pay Pair Plus: $200, 40 to 1');
    expect(screen.getByRole('list', { name: 'Chips to cut for $200' }).textContent).toContain(
      '× $100',
    );
    expect(screen.getByRole('button', { name: 'Paid' })).toBeTruthy();
  });

  it('says that a correction waits, and can be done all the same', async () => {
    const requests = [{ request: 1, command: { type: 'correct_card', seat: 4 }, signed: [] }];
    const { desk, send } = deskAt({ due: due('rack_hand', 'dealer', 4), requests });
    shown(desk);
    const button = screen.getByRole('button', {
      name: /^A correction awaits signature\. .* Done$/,
    });
    expect(button.classList).not.toContain('act');
    await fireEvent.click(button);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('with cards waits for them', async () => {
    const { desk, send } = deskAt({
      phase: 'dealing',
      due: { ...due('deal', 'dealer', 1), needs: faces(3) },
    });
    shown(desk);
    const input = screen.getByLabelText('Cards as dealt, 3');
    await fireEvent.input(input, { target: { value: 'As Kd' } });
    expect(screen.getByRole('button', { name: 'Dealt' })).toHaveProperty('disabled', true);
    await fireEvent.input(input, { target: { value: 'As Kd 2c' } });
    await fireEvent.keyDown(input, { key: 'Enter' });
    expect(send.mock.calls[0]?.[0]).toMatchObject({
      step: 'deal',
      seat: 1,
      cards: ['As', 'Kd', '2c'],
    });
  });
});

describe('a group of steps', () => {
  const step = (name: string, seat: number | null = null) => {
    return { name, seat, deck: null, text: `Do ${name}.`, role: 'dealer', clauses: [] };
  };
  const group = (key: string, steps: object[], more: object = {}) => {
    const needs = { cards: null, count: false };
    return { key, title: 'Paid', role: 'dealer', steps, needs, payouts: [], ...more };
  };
  const physical = (more: object) =>
    deskAt({ kind: 'physical', due: due('reveal_hand', 'dealer', 4), ...more });

  it('is one touch', async () => {
    const { desk, send } = physical({
      group: group('end', [step('rack_hand'), step('end_round')]),
    });
    shown(desk);
    expect(screen.getByText('Do end_round.')).toBeTruthy();
    await fireEvent.click(screen.getByRole('button', { name: 'Paid' }));
    expect(send.mock.calls[0]?.[0]).toEqual({ type: 'confirm_group', group: 'end' });
  });

  it('with a hand is three cards, sent with the last of them, before anything is paid', async () => {
    const needs = { cards: { place: 4, count: 3 }, count: false };
    const steps = [step('reveal_hand', 4), step('settle', 4)];
    const { desk, send } = physical({ group: group('hand:4', steps, { needs }) });
    shown(desk);
    await fireEvent.click(screen.getByRole('button', { name: 'A of spades' }));
    await fireEvent.keyDown(document.body, { key: 'k' });
    await fireEvent.keyDown(document.body, { key: 'd' });
    expect(send).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole('button', { name: '2 of clubs' }));
    expect(send.mock.calls[0]?.[0]).toEqual({
      type: 'confirm',
      step: 'reveal_hand',
      seat: 4,
      cards: ['As', 'Kd', '2c'],
    });
  });

  it('says why a hand that was read is entered all the same', () => {
    const conflict = "Enter the hand of seat 4: 9h was read there, and is in the dealer's hand.";
    const needs = { cards: { place: 4, count: 3, conflict }, count: false };
    const { desk } = physical({ group: group('hand:4', [step('reveal_hand', 4)], { needs }) });
    shown(desk);
    expect(screen.getByText(conflict)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Cards turned up' })).toBeTruthy();
  });

  it('of a hand one step at a time asks for its cards as well', () => {
    const { desk } = deskAt({
      kind: 'physical',
      due: { ...due('reveal_hand', 'dealer', 4), needs: faces(3, 'Enter it.') },
    });
    shown(desk);
    expect(screen.getByText('Enter it.')).toBeTruthy();
    expect(screen.getByLabelText('Cards as turned up, 3')).toBeTruthy();
  });

  it('shows what each bet of the hand comes to before it is confirmed', () => {
    const pays = { title: 'Ante', action: 'pay', stake: 500, paid: 500, odds: '1 to 1' };
    const payout = {
      ...{ seat: 4, wager: 'ante', toke: false, result: 'win', returned: 500, later: false },
      ...{ ...pays, manner: 'Size into the bet.', why: 'Beats it.', clauses: [] },
      chips: [{ value: 500, count: 1 }],
    };
    const { desk } = physical({
      group: group('hand:4', [step('settle', 4)], { payouts: [payout] }),
    });
    shown(desk);
    const line = screen.getByRole('region', { name: 'Payouts' }).textContent;
    for (const part of ['Pay', 'Ante', '$5', '1 to 1', 'Size into the bet.']) {
      expect(line).toContain(part);
    }
    expect(screen.getByRole('list', { name: 'Chips to cut for $5' })).toBeTruthy();
  });
});

describe('decisions', () => {
  it('of all seats are one touch, and one more for each fold', async () => {
    const seat = (number: number) => ({
      ...{ seat: number, player: `p${number}`, decision: '', cards: ['??'] },
      plays: { 1: 500 },
    });
    const seats = [seat(1), seat(2)];
    const { desk, send } = deskAt({ phase: 'deciding', next_to_decide: 1, seats });
    send.mockImplementation(async (command) => {
      const live = desk.live as LiveState;
      const next = (command as { seat: number }).seat + 1;
      desk.live = { ...live, view: { ...live.view, next_to_decide: next } };
      return true;
    });
    shown(desk);
    await fireEvent.click(screen.getAllByRole('button', { name: 'Fold' })[1] as HTMLElement);
    await fireEvent.click(screen.getByRole('button', { name: '1 plays, 1 folds' }));
    expect(send.mock.calls.map(([sent]) => sent)).toEqual([
      { type: 'play', seat: 1 },
      { type: 'fold', seat: 2 },
    ]);
  });
});

it('bets are ended with the words of the house', async () => {
  const { desk, send } = deskAt({ phase: 'betting' }, [{ type: 'announce_no_more_bets' }]);
  desk.house = { ...house, no_more_bets: 'No More Bets' };
  shown(desk);
  await fireEvent.click(screen.getByRole('button', { name: '“No More Bets”' }));
  expect(send).toHaveBeenCalledWith({ type: 'announce_no_more_bets' });
});

it('the bets of the last round are put down again for all seats with one touch', async () => {
  const seats = [1, 2].map((seat) => ({
    seat,
    player: `p${seat}`,
    wagers: {},
    plays: {},
    cards: [],
  }));
  const { desk } = deskAt({ phase: 'betting', seats });
  desk.lastBets = {
    1: { player: 'p1', wagers: { ante: 500 } },
    2: { player: 'p2', wagers: { ante: 1000 } },
  };
  const all = vi.spyOn(desk, 'sendAll').mockResolvedValue(true);
  shown(desk);
  await fireEvent.click(screen.getByRole('button', { name: 'Repeat all bets, $15' }));
  expect(all.mock.calls[0]?.[0].map((each) => 'amount' in each && each.amount)).toEqual([
    500, 1000,
  ]);
});

it('a form that cannot be had is asked for again', async () => {
  const forms = { value: null, wrong: 'The service cannot be reached.', look: vi.fn() };
  const { desk } = deskAt({ phase: 'closed' }, [{ type: 'open_table' }]);
  shown(desk, forms);
  expect(screen.getByText('The service cannot be reached.')).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(forms.look).toHaveBeenCalled();
});

it('a stub has no fewer than no cards', async () => {
  const needs = { ...NOTHING, count: true };
  const { desk } = deskAt({ due: { ...due('count_stub'), needs }, stub: 1 });
  const work = shown(desk);
  const less = screen.getByRole('button', { name: 'One less' });
  for (const _ of [1, 2, 3]) await fireEvent.click(less);
  expect(work.count).toBe(0);
});
