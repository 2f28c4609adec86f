import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { TableView } from '../../protocol/types';
import { PLAIN } from '../../text/terms';
import Requests from './Requests.svelte';

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
  session.person = { name: 'dee', display: '', role: 'player', guest: true };
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
    expect(screen.getByRole('button', { name: 'Take back' })).toBeTruthy();
  });

  it('says which of several it is', () => {
    shown(false, 'floor', [asked, { ...asked, request: 2 }]);
    expect(screen.getByText('2 of 2.')).toBeTruthy();
  });
});
