import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';

import type { components } from '../../protocol/schema';
import type { TableView } from '../../protocol/types';
import { PLAIN } from '../../text/terms';
import PayoutVerification from './PayoutVerification.svelte';
import { verifies, verifying } from './verification';

type Group = components['schemas']['Group'];

const bet = (wager: string, stake: number, paid: number, odds: string) => {
  return { seat: 1, wager, title: '', stake, action: 'pay', paid, odds, toke: false };
};
const groupOf = (step: string) =>
  ({
    steps: [{ name: step }],
    pays: 15_500,
    payouts: [bet('ante', 500, 500, '1 to 1'), bet('pair_plus', 500, 15_000, '30 to 1')],
  }) as unknown as Group;

it('a payout that is verified is not paid by whoever verifies it', () => {
  expect(verifies(groupOf('verify_payout'))).toBe(true);
  expect(verifies(groupOf('settle'))).toBe(false);
  expect(verifies(null)).toBe(false);
  expect(verifying(groupOf('verify_payout'), PLAIN)).toBe('Verify $155');
});

it('whoever verifies sees the hands, the bets and the amounts', () => {
  const view = {
    seats: [{ seat: 1, cards: ['7h', '7d', '7c'], hand: 'three sevens' }],
    dealer_cards: ['Kc', 'Jd', '5h'],
    dealer_hand: 'King high',
  } as unknown as TableView;
  render(PayoutVerification, { view, group: groupOf('verify_payout'), terms: PLAIN });
  const shown = screen.getByRole('region', { name: 'To be verified' }).textContent;
  for (const part of ['three sevens', 'King high', '$5', '30 to 1', '$150']) {
    expect(shown).toContain(part);
  }
  expect(screen.getAllByRole('img')).toHaveLength(2);
});
