import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test } from 'vitest';

import { session } from '../../protocol/session.svelte';
import type { FloorTable } from '../../protocol/types';
import PitTable from './PitTable.svelte';

function show(role: string) {
  const view = {
    phase: 'opening', halted: null, decks: [], requests: [], seats: [], relief: '', limits: {},
    automated: [], tray: null, due: { step: 'verify', role, text: 'Verify.', seat: null },
  }; // prettier-ignore
  const shown = { id: 'pit', name: 'Pit', stopped: '', seats: [], places: 6, meters: {} };
  const table = { shown, view, needs: [], moves: [] } as unknown as FloorTable;
  render(PitTable, { table, now: 0, onmanage: () => undefined });
}
const confirm = () => screen.queryByRole('button', { name: 'Confirm' });

afterEach(() => {
  session.actsFor = [];
});

test.each(['floor', 'pit_manager', 'shift_manager'])(
  'a shift manager is offered a step that is due to the role %s',
  (role) => {
    session.actsFor = ['floor', 'pit_manager', 'shift_manager'];
    show(role);
    expect(confirm()).not.toBeNull();
  },
);

test('a step that is due to somebody else is not offered', () => {
  session.actsFor = ['floor'];
  show('surveillance');
  expect(confirm()).toBeNull();
});

test('a dealer confirms steps at the console, not in the pit', () => {
  session.actsFor = ['dealer'];
  show('dealer');
  expect(confirm()).toBeNull();
});
