import { fireEvent, render, screen } from '@testing-library/svelte';
import { describe, expect, it, vi } from 'vitest';

import type { Command } from '../../protocol/commands';
import type { TableView } from '../../protocol/types';
import Requests from './Requests.svelte';

const asked = { request: 1, text: 'dee: Correct payout, seat 4, $10.', signers: 'floor' };
const SIGN: Command = { type: 'approve', request: 1 };
const DECLINE: Command = { type: 'decline', request: 1, reason: '' };

const shown = (moves: Command[], requests: object[] = [asked]) => {
  const view = { requests } as unknown as TableView;
  const send = vi.fn().mockResolvedValue(null);
  render(Requests, { view, moves, send });
  return send;
};
const button = (name: string) => screen.queryByRole('button', { name });

describe('a request', () => {
  it('is told in the service’s words', () => {
    shown([]);
    expect(screen.getByText(/dee: Correct payout, seat 4, \$10\./)).toBeTruthy();
    expect(screen.getByText('To be signed by floor.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is signed or declined by somebody whose signature the table would take', async () => {
    const send = shown([SIGN, DECLINE]);
    expect(button('Decline')).toBeTruthy();
    await fireEvent.click(button('Sign') as HTMLElement);
    expect(send).toHaveBeenCalledWith(SIGN);
  });

  it('is taken back by somebody who may not sign it again', async () => {
    const send = shown([DECLINE]);
    expect(button('Sign')).toBeNull();
    await fireEvent.click(button('Take the request back') as HTMLElement);
    expect(send).toHaveBeenCalledWith(DECLINE);
  });

  it('says which of several it is', () => {
    shown([], [asked, { ...asked, request: 2 }]);
    expect(screen.getByText('2 of 2.')).toBeTruthy();
  });
});

it('an answer that did not come is told', async () => {
  const send = vi.fn().mockRejectedValue(new Error('The service is busy.'));
  render(Requests, { view: { requests: [asked] } as unknown as TableView, moves: [SIGN], send });
  await fireEvent.click(button('Sign') as HTMLElement);
  await screen.findByText('The service is busy.');
});
