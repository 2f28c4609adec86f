import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { Table } from '../../table/table.svelte';
import { changeWith, house } from '../../testing/round';
import BuyIn from './BuyIn.svelte';

test('an amount that is cleared stays empty until another is typed', async () => {
  vi.spyOn(session, 'findSeats').mockResolvedValue();
  const table = new Table('p-1');
  table.house = house;
  table.live = changeWith('chips_bought');
  const [seat] = table.live.view.seats;
  if (!seat) throw new Error('nobody sits');
  render(BuyIn, { props: { table, seat, open: true } });
  const amount = screen.getByLabelText<HTMLInputElement>(/^Amount in/);
  const given = vi.spyOn(amount, 'value', 'set');
  await fireEvent.input(amount, { target: { value: '' } });
  expect(given).not.toHaveBeenCalledWith(NaN);
  expect(amount.value).toBe('');
});
