import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import type { Desk } from '../../table/desk.svelte';
import { PLAIN } from '../../text/terms';
import SeatDialog from './SeatDialog.svelte';

test('cash for a seat that waits for a signature is not forgotten in silence', async () => {
  const sendAndSee = vi.fn().mockResolvedValue(true);
  const desk = {
    terms: PLAIN,
    house: { chips: [500], tokes_on: [], coupons_on: [] },
    live: { view: { phase: 'betting', seats: [] } },
    refused: null,
    busy: false,
    sendAndSee,
  } as unknown as Desk;
  const onclose = vi.fn();
  render(SeatDialog, { desk, number: 3, onseated: vi.fn(), onclose });
  await fireEvent.click(screen.getByRole('button', { name: /Add/ }));
  await fireEvent.input(screen.getByRole('textbox'), { target: { value: 'ann' } });
  await fireEvent.click(screen.getByRole('button', { name: /^Seat/ }));
  await screen.findByText(/The floor signs first/);
  expect(sendAndSee).toHaveBeenCalledExactlyOnceWith({ type: 'sit', seat: 3, player: 'ann' });
  expect(onclose).not.toHaveBeenCalled();
});
