import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import type { Refusal, TableEvent, TableView } from '../../protocol/types';
import CommandForm from './CommandForm.svelte';
import { IRREGULARITIES, RULE, type Form } from './forms';
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
    expect(screen.getByText('Still needed: why.')).toBeTruthy();
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
