import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { LiveState, LobbyTable } from '../../protocol/types';
import { house } from '../../testing/round';
import { Desk } from '../../table/desk.svelte';
import NextStep from './NextStep.svelte';

const due = (step: string, role = 'dealer', seat: number | null = null) => {
  return { step, role, text: `Do ${step}.`, clauses: [], deck: null, seat };
};

/** A desk whose table says this, and what it sends. */
function deskAt(view: object, moves: object[] = []) {
  const desk = new Desk('1');
  const table = { phase: 'settling', round: 3, due: null, next_to_decide: null, halted: null };
  const nobody = { seats: [], to_settle: [], dealer_cards: [], decks: [], commitment: '' };
  desk.live = { version: 1, view: { ...table, ...nobody, ...view }, moves } as unknown as LiveState;
  desk.table = { id: '1', practice: false, owner: '' } as LobbyTable;
  desk.house = { ...house, chips: [500, 2500, 10_000] };
  const send = vi.spyOn(desk, 'done').mockResolvedValue(true);
  return { desk, send };
}

beforeEach(() => {
  session.person = { name: 'dan', display: '', role: 'dealer', guest: false };
});

describe('the next step', () => {
  it('is confirmed with one button, or with Enter', async () => {
    const { desk, send } = deskAt({ due: due('rack_hand', 'dealer', 4) });
    render(NextStep, { desk });
    await fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    await fireEvent.keyDown(document.body, { key: 'Enter' });
    const command = { type: 'confirm', step: 'rack_hand', seat: 4 };
    expect(send.mock.calls.map(([sent]) => sent)).toEqual([command, command]);
  });

  it('of somebody else is waited for', () => {
    const { desk } = deskAt({ due: due('verify_payout', 'floor', 4) });
    render(NextStep, { desk });
    const button = screen.getByRole('button', { name: 'Waiting for the floor' });
    expect(button).toHaveProperty('disabled', true);
  });

  it('at the own practice table is done in the role it belongs to', async () => {
    const { desk, send } = deskAt({ due: due('verify', 'floor') });
    desk.table = { id: '1', practice: true, owner: 'dan' } as LobbyTable;
    desk.role = 'dealer';
    render(NextStep, { desk });
    await fireEvent.click(screen.getByRole('button', { name: 'Done, as floor' }));
    expect(send).toHaveBeenCalledWith({ type: 'confirm', step: 'verify' }, 'floor');
  });

  it('of a payout says what to pay, with which chips, and what comes then', () => {
    const line = { wager: 'pair_plus', stake: 500, result: 'win', paid: 20_000, odds: '40 to 1' };
    const then = { seat: 2, wager: 'ante', stake: 500, result: 'lose', paid: 0 };
    const to_settle = [{ seat: 4, ...line }, then];
    const { desk } = deskAt({ due: due('settle', 'dealer', 4), to_settle });
    render(NextStep, { desk });
    expect(screen.getByRole('heading').textContent).toBe('Pay Pair Plus: $200, 40 to 1');
    expect(screen.getByRole('list', { name: 'Chips to cut for $200' }).textContent).toContain(
      '× $100',
    );
    expect(screen.getByText('Seat 2. Take Ante: $5')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Paid' })).toBeTruthy();
  });

  it('with cards waits for them', async () => {
    const { desk, send } = deskAt({
      phase: 'dealing',
      due: { ...due('deal', 'dealer', 1), cards: 3 },
    });
    render(NextStep, { desk });
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

it('bets are ended with the words of the house', async () => {
  const { desk, send } = deskAt({ phase: 'betting' }, [{ type: 'announce_no_more_bets' }]);
  desk.noMoreBets = 'No More Bets';
  render(NextStep, { desk });
  await fireEvent.click(screen.getByRole('button', { name: '“No More Bets”' }));
  expect(send).toHaveBeenCalledWith({ type: 'announce_no_more_bets' });
});
