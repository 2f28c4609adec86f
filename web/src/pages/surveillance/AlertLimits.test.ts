import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import { session } from '../../protocol/session.svelte';
import { field } from '../../testing/forms';
import AlertLimits from './AlertLimits.svelte';

const shown = (voids: number) => ({
  limits: { rounds: 30 },
  by: null,
  at: null,
  form: {
    ...{ title: 'Limits of alerts', verb: 'Set the limits', about: '' },
    fields: [
      field('voids', 'Void rounds', 'number', { least: 1, most: 10, initial: voids }),
      field('chance', 'Probability', 'decimal', { least: 1e-6, most: 0.1, initial: 0.0001 }),
      field('tokes_cents', 'Tokes', 'money', { most: 100_000, initial: 10_000 }),
    ],
  },
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

test('management sets the limits within the ranges that the service names', async () => {
  vi.spyOn(session, 'may').mockReturnValue(true);
  const sent = vi.fn();
  vi.stubGlobal('fetch', (_path: string, { body = '' } = {}) => {
    if (body) sent(JSON.parse(body));
    return Promise.resolve(new Response(JSON.stringify(shown(body ? 2 : 3))));
  });
  const changed = vi.fn();
  render(AlertLimits, { changed });
  const [voids, chance, tokes] = await Promise.all(
    ['Void rounds', 'Probability', 'Tokes, in dollars'].map(input),
  );
  expect([voids?.min, voids?.max, chance?.step, tokes?.value, tokes?.max]).toEqual([
    ...['1', '10', 'any', '100', '1000'],
  ]);
  const button = screen.getByRole('button', { name: 'Set the limits' });
  expect(button).toHaveProperty('disabled', true);
  if (voids) await fireEvent.input(voids, { target: { value: '2' } });
  const form = button.closest('form');
  if (form) await fireEvent.submit(form); // Happy DOM finds that 100 is no multiple of 0.01.
  await waitFor(() => expect(changed).toHaveBeenCalled());
  expect(sent).toHaveBeenCalledWith({ voids: 2, chance: 0.0001, tokes_cents: 10_000 });
  expect(button).toHaveProperty('disabled', true);
});

test('others see the limits and change nothing', async () => {
  vi.spyOn(session, 'may').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify(shown(3)))));
  render(AlertLimits, { changed: vi.fn() });
  expect((await input('Void rounds')).closest('fieldset')?.disabled).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});
