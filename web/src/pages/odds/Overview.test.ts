import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { house } from '../../testing/round';
import Overview from './Overview.svelte';

const figure = { value: 0.0337, exact: '337/10000' };
const analysis = (key: string) => ({
  house: key,
  wagers: { ante_play: { house_edge: figure, strategy: { play_from: 'Q64' } } },
});
const named = (key: string) => ({ key, name: key, standing: '', currency: 'USD', felt: house });

/** Two houses, of which these have figures. */
function service(...worked: string[]) {
  vi.stubGlobal('fetch', (path: string) => {
    if (path === '/api/houses') return answer(['one', 'two'].map(named));
    const found = worked.find((key) => path === `/api/houses/${key}/analysis`);
    if (found) return answer(analysis(found));
    return path.includes('/analysis') ? answer({ message: 'Not this one.' }, 500) : answer([]);
  });
}
const answer = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

afterEach(() => vi.unstubAllGlobals());

test('a house without figures does not hide those of the others', async () => {
  service('one');
  render(Overview);
  expect(await screen.findByText(/^3\.37/)).toBeTruthy();
  expect(screen.getAllByText('could not be worked out').length).toBeGreaterThan(0);
});

test('where no house has figures, the page says why', async () => {
  service();
  render(Overview);
  expect(await screen.findByText('Not this one.')).toBeTruthy();
});
