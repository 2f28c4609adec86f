import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { house } from '../../testing/round';
import { forget } from '../../ui/page_memory.svelte';
import NewTable from './NewTable.svelte';

const STEPS = [
  { name: 'shuffle', role: 'dealer', text: '', control: false },
  { name: 'wash', role: 'dealer', text: '', control: false },
  { name: 'verify_payout', role: 'floor', text: '', control: true },
];
const HOUSES = ['manual', 'mics'].map((key) => ({ key, name: key, felt: house }));

let sent: { automation: string[] }[];

beforeEach(() => {
  const answers: Record<string, unknown> = {
    '/api/houses': HOUSES,
    '/api/steps?house=manual': STEPS,
  };
  sent = [];
  vi.stubGlobal('fetch', (path: string, { body = '' } = {}) => {
    if (body) sent.push(JSON.parse(body) as { automation: string[] });
    return Promise.resolve(new Response(JSON.stringify(answers[path] ?? [])));
  });
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
  await fireEvent.input(field('Name, as shown in the lobby'), { target: { value: 'Pit 1' } });
  unmount();
  render(NewTable);
  await screen.findByText('mics');
  expect(field('Name, as shown in the lobby').value).toBe('Pit 1');
  expect(field('Money').checked).toBe(true);
});

test('for money the form offers no step that pays or checks the dealer', async () => {
  render(NewTable);
  await screen.findByText('mics');
  await fireEvent.input(field('Name, as shown in the lobby'), { target: { value: 'Pit 1' } });
  await fireEvent.click(screen.getByLabelText(/^Other steps too/));
  const verify = await screen.findByLabelText(/^Verify payout/);
  await fireEvent.click(verify);
  await fireEvent.click(field('Money'));
  await waitFor(() => expect(screen.queryByLabelText(/^Verify payout/)).toBeNull());
  await fireEvent.click(screen.getByLabelText(/^Wash/));
  await fireEvent.click(screen.getByRole('button', { name: 'Set up the table' }));
  await waitFor(() => expect(sent.map((each) => each.automation)).toEqual([['shuffle', 'wash']]));
});
