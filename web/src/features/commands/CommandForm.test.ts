import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import type { Refusal, TableEvent, TableView } from '../../protocol/types';
import CommandForm from './CommandForm.svelte';
import { CORRECTIONS, IRREGULARITIES, RULE, type Form } from './forms';
import { PLAIN } from '../../text/terms';

const view = {
  seats: [{ seat: 5, player: 'ben', cards: ['??', '??', '??'] }],
  dealer_cards: ['??', '??', '??'],
  decks: [],
} as unknown as TableView;
const around = { view, terms: PLAIN, person: 'cleo' };
const exposed = IRREGULARITIES.find((form) => form.type === 'report_exposed_card') as Form;
const voided = { type: 'round_voided', number: 3, clauses: ['mics-l4'] } as unknown as TableEvent;

describe('an irregularity', () => {
  it('shows what would follow before it is reported, and asks anew when a field changes', async () => {
    const preview = vi
      .fn()
      .mockResolvedValue({ events: [voided], texts: ['Round 3 is void: every stake goes back.'] });
    render(CommandForm, { form: exposed, around, preview, send: vi.fn(), done: vi.fn() });
    await screen.findByText(/Round 3 is void/);
    expect(preview).toHaveBeenLastCalledWith({ type: 'report_exposed_card', seat: 5 });
    await fireEvent.click(screen.getByLabelText('The dealer'));
    await waitFor(() =>
      expect(preview).toHaveBeenLastCalledWith({ type: 'report_exposed_card', seat: 0 }),
    );
  });

  it('that the table would refuse cannot be reported', async () => {
    const refused: Refusal = { code: 'x', message: 'No hidden cards are out.', clauses: [] };
    const preview = vi.fn().mockResolvedValue({ refused });
    render(CommandForm, { form: exposed, around, preview, send: vi.fn(), done: vi.fn() });
    await screen.findByText('No hidden cards are out.');
    expect(screen.getByRole('button', { name: 'Report the card' })).toHaveProperty(
      'disabled',
      true,
    );
  });
});

describe('a command', () => {
  it('is sent when everything is filled in', async () => {
    const send = vi.fn().mockResolvedValue(null);
    const done = vi.fn();
    render(CommandForm, { form: RULE, around, send, done });
    const button = screen.getByRole('button', { name: 'Rule' });
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByText('“Why” is still to be filled in.')).toBeTruthy();
    await fireEvent.input(screen.getByLabelText('Why'), { target: { value: 'four cards' } });
    await fireEvent.click(button);
    expect(send).toHaveBeenCalledWith({ type: 'rule', ruling: 'void', reason: 'four cards' });
    await waitFor(() => expect(done).toHaveBeenCalled());
  });

  it('that is refused stays open and says why', async () => {
    const refused: Refusal = { code: 'x', message: 'Management rules here.', clauses: [] };
    const done = vi.fn();
    render(CommandForm, { form: RULE, around, send: vi.fn().mockResolvedValue(refused), done });
    await fireEvent.input(screen.getByLabelText('Why'), { target: { value: 'no' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Rule' }));
    await screen.findByText('Management rules here.');
    expect(done).not.toHaveBeenCalled();
  });
});

describe('a correction', () => {
  const form = (type: string) => CORRECTIONS.find((each) => each.type === type) as Form;
  const line = (wager: string, paid: number) => ({ wager, paid, returned: 500, toke: false });
  const settled = {
    ...view,
    seats: [
      { seat: 4, player: 'ann', cards: ['9d', '9c', '2h'], results: [line('ante', 500)] },
      { seat: 7, player: 'ben', cards: ['As', 'Kd', '3c'], results: [line('ante', 1000)] },
    ],
    dealer_cards: ['Qs', 'Jd', '4c'],
    rack: [],
  } as unknown as TableView;
  const shown = (type: string, at: TableView, preview = vi.fn()) =>
    render(CommandForm, {
      ...{ form: form(type), around: { ...around, view: at } },
      ...{ preview, send: vi.fn(), done: vi.fn() },
    });

  it('begins with the hand that was entered last', () => {
    shown('correct_card', settled);
    expect(screen.getByLabelText('Seat 4')).toHaveProperty('checked', true);
    expect(screen.getByPlaceholderText('As')).toBeTruthy();
    expect(screen.getByText('“Which card was entered” is still to be filled in.')).toBeTruthy();
  });

  it('of a payout begins with the bet settled last, and follows the seat that is chosen', async () => {
    const asked = {
      ...{ type: 'approval_requested', request: 1, by: 'dealer:guest-jackal-52', clauses: [] },
      command: { type: 'correct_payout', seat: 7, wager: 'ante', paid: 500, returned: 500 },
      signatures: [{ role: 'floor', name: '', instead: '' }],
    } as unknown as TableEvent;
    const made = { type: 'correction_made', clauses: [] } as unknown as TableEvent;
    const texts = ['Request 1 of …', 'Guest jackal gives back $5'];
    const preview = vi.fn().mockResolvedValue({ events: [asked, made], texts });
    shown('correct_payout', settled, preview);
    expect(screen.getByLabelText('Ante, paid $5')).toHaveProperty('checked', true);
    await fireEvent.click(screen.getByLabelText('Seat 7'));
    expect(screen.getByLabelText('Ante, paid $10')).toHaveProperty('checked', true);
    const paid = screen.getByLabelText(/^Really paid/);
    await fireEvent.input(paid, { target: { value: '5' } });
    await screen.findByText(
      /Guest jackal: Correct payout, seat 7, Ante, \$5\. Nothing .* signed by floor\. Then:/,
    );
    expect(screen.getByText(/Guest jackal gives back \$5/)).toBeTruthy();
    const command = { seat: 7, wager: 'ante', paid: 500, returned: 500, reason: 'Keyed wrongly' };
    expect(preview).toHaveBeenLastCalledWith({ type: 'correct_payout', ...command });
  });

  it('asks for the seat first where its bets are to be chosen', () => {
    shown('correct_payout', { ...settled, seats: [] } as unknown as TableView);
    expect(screen.getByText('Choose whose bet first.')).toBeTruthy();
  });
});
