import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import type { House } from '../../features/odds/analysis';
import type { HouseOption } from '../../features/odds/changes';
import OpenPoints from './OpenPoints.svelte';

const option = {
  name: 'ace_low',
  title: 'Ace low',
  about: '',
  acts_on: 'ranking.wheel',
  value: true,
  values: ['true', 'false'],
  rulings: ['ruling-1'],
} as unknown as HouseOption;

function shown(key: string) {
  const house = { key, currency: 'USD' } as House;
  render(OpenPoints, { props: { options: [option], house } });
}

afterEach(() => vi.unstubAllGlobals());

test('a ruling is the one of the house whose book is read', async () => {
  vi.stubGlobal('fetch', (path: string) => {
    const said = { title: '', text: `As ${path.split('=')[1]} reads it` };
    return Promise.resolve(new Response(JSON.stringify(said)));
  });
  shown('uploaded');
  expect(await screen.findByText('As uploaded reads it')).toBeTruthy();
});

test('a ruling that cannot be had says so', async () => {
  const missing = { code: 'clause/unknown', message: 'There is no such clause.' };
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify(missing), { status: 404 })),
  );
  shown('without');
  expect(await screen.findByText('There is no such clause.')).toBeTruthy();
});
