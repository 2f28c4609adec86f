import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import FoundRounds from './FoundRounds.svelte';
import type { RoundFound } from './query';

const seat = { seat: 5, patron: 'ann', category: '', cards: [], decision: 'fold', net: -2500 };
const round = {
  table: 'one',
  number: 1,
  position: 7,
  ended: '2026-01-05T13:00:00Z',
  dealer: 'dora',
  dealer_cards: [],
  seats: [seat],
  net: -2500,
  void: '',
  currency: 'USD',
} as unknown as RoundFound;

test('a hand that nobody saw leaves its place empty: the net stays in its column', () => {
  render(FoundRounds, { rounds: [round] });
  const name = screen.getByText('ann').parentElement;
  expect(name?.previousElementSibling?.textContent.trim()).toBe('');
  expect(name?.nextElementSibling?.textContent).toBe('−$25');
});
