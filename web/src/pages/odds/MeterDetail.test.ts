import { render, screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';

import type { Figures } from '../../features/odds/analysis';
import { house } from '../../testing/round';
import { speaking } from '../../testing/terms';
import MeterDetail from './MeterDetail.svelte';
import { Workbench } from './workbench.svelte';

const exact = (value: number) => ({ value, exact: String(value) });
const CAPTION = 'House edge by what the meter stands at';

/** A bet that an empty meter gives an edge of 40%, and each $1,000 in it 5% less. */
function shown(edge: number, even: number | undefined) {
  const evens = even === undefined ? {} : { break_even_meter: exact(even) };
  const figures = {
    house_edge: exact(edge),
    seats: 1,
    meter_cents: 200_000,
    return_per_1000_dollars: exact(0.05),
    by_seats: [{ seats: 1, envy_return: exact(0), ...evens }],
    ...evens,
  } as unknown as Figures;
  const bench = new Workbench('manual', { edits: {}, seats: 1, meters: {} });
  render(MeterDetail, { props: { bench, figures, wager: 'lucky' }, context: speaking(house) });
  return screen.queryByText(CAPTION);
}

test('the edge by meter is drawn where it is a straight line', () => {
  expect(shown(0.3, 800_000)).toBeTruthy();
});

test('no straight line is drawn past the most that an award pays', () => {
  expect(shown(0.3, 900_000)).toBeNull(); // Two awards, of which one is at its maximum.
  expect(shown(0.32, undefined)).toBeNull(); // The bet is never fair.
});
