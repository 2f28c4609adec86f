import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { TableView } from '../../protocol/types';
import { PLAIN } from '../../text/terms';
import Requests from './Requests.svelte';
import { requestText, signers } from './requests';

const request = {
  request: 1,
  command: { type: 'fill_tray', cents: 100_000, by: 'floor:flo' },
  signed: ['floor:flo'],
  missing: [
    { role: 'dealer', name: 'joe', instead: 'floor' },
    { role: 'floor', name: '', instead: '' },
  ],
} as unknown as TableView['requests'][number];

test('a request says who wants what', () => {
  expect(requestText(request, PLAIN)).toBe('flo: Fill tray, $1,000.');
});

test('and whose signatures are missing', () => {
  expect(signers(request)).toBe('joe or floor and floor');
});

test('with the cards and words that it is about', () => {
  const about = (command: object) =>
    requestText({ ...request, command: { by: 'dealer:dee', ...command } }, PLAIN);
  const hand = { type: 'confirm', step: 'reveal_hand', seat: 3, cards: ['9d', '9c', '2h'] };
  expect(about(hand)).toBe('flo: Confirm, seat 3, 9d 9c 2h.');
  const card = { type: 'correct_card', seat: 3, entered: '9d', actual: '8d', reason: 'slip' };
  expect(about(card)).toBe('flo: Correct card, seat 3, 8d, not 9d.');
  const decision = { type: 'correct_decision', seat: 3, decision: 'fold', reason: 'slip' };
  expect(about(decision)).toBe('flo: Correct decision, seat 3, fold.');
});

const command = { type: 'correct_payout', seat: 4, wager: 'ante', paid: 1000 };
const missing = [{ role: 'floor', name: '', instead: '' }];
const asked = { request: 1, command, signed: ['dealer:dee'], missing, slip: 0 };
const shown = (guarded: boolean, role: string, requests: object[] = [asked]) => {
  const view = { guarded, requests } as unknown as TableView;
  const send = vi.fn().mockResolvedValue(null);
  const { unmount } = render(Requests, { view, terms: PLAIN, role, send });
  return { send, unmount };
};
const sign = () => screen.queryByRole('button', { name: 'Sign' });

beforeEach(() => {
  session.person = { name: 'dee', display: '', role: 'player', guest: true, waits: false };
});

describe('a request', () => {
  it('of one person at a table to learn on is signed in another role', async () => {
    const { unmount } = shown(false, 'dealer');
    expect(sign()).toBeNull();
    unmount();
    const { send } = shown(false, 'floor');
    await fireEvent.click(sign() as HTMLElement);
    expect(send).toHaveBeenCalledWith({ type: 'approve', request: 1 });
  });

  it('at a guarded table is signed by another person, whatever the role', () => {
    shown(true, 'floor');
    expect(sign()).toBeNull();
    expect(screen.getByRole('button', { name: 'Take the request back' })).toBeTruthy();
  });

  it('says which of several it is', () => {
    shown(false, 'floor', [asked, { ...asked, request: 2 }]);
    expect(screen.getByText('2 of 2.')).toBeTruthy();
  });
});
