import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import { field, form } from '../../testing/forms';
import { PLAIN } from '../../text/terms';
import CommandForm from './CommandForm.svelte';
import type { TableView } from '../../protocol/types';

test('where there is nothing to choose, nothing has to be filled in', () => {
  const asked = form(
    'correct_payout',
    'correction',
    'Correct',
    field('seat', 'Seat', 'seat', { pick: true }),
  );
  const view = { seats: [], dealer_cards: [] } as unknown as TableView;
  const preview = vi.fn();
  render(CommandForm, { form: asked, view, terms: PLAIN, preview, send: vi.fn(), done: vi.fn() });
  expect(screen.getByText('None at the moment.')).toBeTruthy();
  expect(screen.queryByText(/^Fill in/)).toBeNull();
  expect(screen.queryByText(/consequences/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Correct' })).toHaveProperty('disabled', true);
});

test('yes or no is ticked, a list is typed', async () => {
  const send = vi.fn().mockResolvedValue(null);
  const asked = form('rule', 'ruling', 'Rule', field('sure', 'Sure', 'yes_no'), field('seats', 'Seats', 'seats')); // prettier-ignore
  const view = { seats: [], dealer_cards: [] } as unknown as TableView;
  render(CommandForm, { form: asked, view, terms: PLAIN, send, done: vi.fn() });
  await fireEvent.click(screen.getByRole('checkbox', { name: 'Sure' }));
  await fireEvent.input(screen.getByLabelText('Seats'), { target: { value: '1, 3' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Rule' }));
  expect(send).toHaveBeenCalledWith({ type: 'rule', sure: true, seats: [1, 3] });
});
