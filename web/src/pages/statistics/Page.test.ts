import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import Page from './Page.svelte';

const ANN = { name: 'ann', display: 'Ann', role: 'player', guest: true, waits: false };
const tables = vi.fn(() => [] as object[]);

beforeEach(() => {
  Object.assign(session, { person: ANN, loaded: true });
  vi.stubGlobal('fetch', (path: string) => {
    const answers: Record<string, unknown> = { '/api/tables': tables() };
    const found = answers[path] ?? { table: 't1', rounds: [ROUND], totals: [TOTAL] };
    return Promise.resolve(new Response(JSON.stringify(found)));
  });
});
afterEach(() => {
  cleanup(); // Else the page would ask again for whoever comes next.
  Object.assign(session, { person: null, loaded: false });
  vi.unstubAllGlobals();
});

const ROUND = { number: 1, net: 500, staked: { 4: 500 }, stake: 500, dealer: [], at: '' };
const TOTAL = {
  round: 1,
  staked: 500,
  net: 500,
  mean_cents: 0,
  mistakes_cents: 0,
  luck_cents: 500,
  deviation_cents: 0,
  decisions: 1,
  wrong: 0,
};
const table = (round: number) => ({
  ...{ id: 't1', name: '', house_name: 'Classic rules', currency: 'USD', practice: false },
  round,
});

test('without a round played anywhere there is nothing to add up', async () => {
  tables.mockReturnValue([table(0)]);
  render(Page, { props: { params: {} } });
  expect(await screen.findByText(/No round has been played at any table yet/)).toBeTruthy();
});

test.each([
  [1_001, 1],
  [1_000, 0],
])('of %i rounds it is said which are left out', async (rounds, said) => {
  tables.mockReturnValue([table(rounds)]);
  render(Page, { props: { params: { table: 't1' } } });
  expect((await screen.findAllByText(/\$5/)).length).toBeTruthy();
  expect(screen.queryAllByText(/Only your latest 1,000 rounds/)).toHaveLength(said);
});
