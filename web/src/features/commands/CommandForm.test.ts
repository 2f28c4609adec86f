import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import type { Refusal, TableEvent, TableView } from '../../protocol/types';
import CommandForm from './CommandForm.svelte';
import { EXPOSED, PAYOUT, RULE } from '../../testing/forms';
import { PLAIN } from '../../text/terms';

const view = {
  seats: [{ seat: 5, player: 'ben', cards: ['??', '??', '??'] }],
  dealer_cards: ['??', '??', '??'],
} as unknown as TableView;
const around = { view, terms: PLAIN };
const voided = { type: 'round_voided', number: 3, clauses: ['mics-l4'] } as unknown as TableEvent;

describe('an irregularity', () => {
  it('shows what would follow before it is reported, and asks again when a field changes', async () => {
    const preview = vi
      .fn()
      .mockResolvedValue({ events: [voided], texts: ['Round 3 is void: every stake goes back.'] });
    render(CommandForm, { form: EXPOSED, ...around, preview, send: vi.fn(), done: vi.fn() });
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
    render(CommandForm, { form: EXPOSED, ...around, preview, send: vi.fn(), done: vi.fn() });
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
    render(CommandForm, { form: RULE, ...around, send, done });
    const button = screen.getByRole('button', { name: 'Rule' });
    expect(button).toHaveProperty('disabled', true);
    expect(screen.getByText('Fill in “Why”.')).toBeTruthy();
    await fireEvent.input(screen.getByLabelText('Why'), { target: { value: 'four cards' } });
    await fireEvent.click(button);
    expect(send).toHaveBeenCalledWith({ type: 'rule', ruling: 'void', reason: 'four cards' });
    await waitFor(() => expect(done).toHaveBeenCalled());
  });

  it('that is refused stays open and says why', async () => {
    const refused: Refusal = { code: 'x', message: 'Management rules here.', clauses: [] };
    const done = vi.fn();
    render(CommandForm, { form: RULE, ...around, send: vi.fn().mockResolvedValue(refused), done });
    await fireEvent.input(screen.getByLabelText('Why'), { target: { value: 'no' } });
    await fireEvent.click(screen.getByRole('button', { name: 'Rule' }));
    await screen.findByText('Management rules here.');
    expect(done).not.toHaveBeenCalled();
  });
});

describe('a correction of a payout', () => {
  const shown = (preview = vi.fn(), form = PAYOUT) =>
    render(CommandForm, { form, ...around, preview, send: vi.fn(), done: vi.fn() });

  it('follows the seat that is chosen, and shows what would be asked for', async () => {
    const asked = {
      ...{ type: 'approval_requested', request: 1, by: 'dealer:guest-jackal-52', clauses: [] },
    } as unknown as TableEvent;
    const made = { type: 'correction_made', clauses: [] } as unknown as TableEvent;
    const texts = [
      'Request 1 of dealer Guest jackal: correct payout, to be signed by floor',
      'Guest jackal gives back $5',
    ];
    const preview = vi.fn().mockResolvedValue({ events: [asked, made], texts });
    shown(preview);
    expect(screen.getByLabelText('Ante, paid $5')).toHaveProperty('checked', true);
    await fireEvent.click(screen.getByLabelText('Seat 7'));
    expect(screen.getByLabelText('Ante, paid $10')).toHaveProperty('checked', true);
    await fireEvent.click(screen.getByRole('button', { name: '$5' }));
    await screen.findByText(
      /Request 1 .* correct payout, to be signed by floor\. Nothing .* signed\. Then:/,
    );
    expect(screen.getByText(/Guest jackal gives back \$5/)).toBeTruthy();
    const command = { seat: 7, wager: 'ante', paid: 500, returned: 1000, reason: 'Keyed wrongly' };
    expect(preview).toHaveBeenLastCalledWith({ type: 'correct_payout', ...command });
  });

  it('asks for the seat first where its bets must be chosen', () => {
    const [seat, ...rest] = PAYOUT.fields;
    const none = seat ? [{ ...seat, choices: [], initial: null }, ...rest] : [];
    shown(vi.fn(), { ...PAYOUT, fields: none });
    expect(screen.getByText('Choose whose bet first.')).toBeTruthy();
  });
});
