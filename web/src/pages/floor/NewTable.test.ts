import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { house } from '../../testing/round';
import { forget } from '../../ui/page_memory.svelte';
import NewTable from './NewTable.svelte';

const HOUSES = ['manual', 'mics'].map((key) => ({ key, name: key, felt: house }));

beforeEach(() => {
  const answers: Record<string, unknown> = { '/api/houses': HOUSES, '/api/steps': [] };
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(answers[path] ?? []))),
  );
});
afterEach(() => {
  forget();
  vi.unstubAllGlobals();
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('what was typed is still there after a look at another tab', async () => {
  const { unmount } = render(NewTable);
  await screen.findByText('mics');
  await fireEvent.click(field('Money'));
  await fireEvent.input(field('Name, as it stands in the lobby'), { target: { value: 'Pit 1' } });
  unmount();
  render(NewTable);
  await screen.findByText('mics');
  expect(field('Name, as it stands in the lobby').value).toBe('Pit 1');
  expect(field('Money').checked).toBe(true);
});
