import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import type { FormField } from '../../protocol/types';
import { field } from '../../testing/forms';
import { house } from '../../testing/round';
import { speaking } from '../../testing/terms';
import EditField from './EditField.svelte';
import { Workbench } from './workbench.svelte';

function shown(setting: FormField) {
  const bench = new Workbench('manual', { edits: {}, seats: 1, meters: {} });
  const set = vi.spyOn(bench, 'set').mockImplementation(() => undefined);
  render(EditField, { props: { bench, field: setting }, context: speaking(house) });
  return { set, input: screen.getByLabelText<HTMLInputElement>('Flush') };
}

test('odds that are a whole number become a fraction', async () => {
  const { set, input } = shown(field('a.flush', 'Flush', 'odds', { initial: 5 }));
  expect(input.type).toBe('text'); // A number field takes no slash.
  await fireEvent.input(input, { target: { value: '3/' } });
  await fireEvent.input(input, { target: { value: '3/2' } });
  expect(set.mock.calls).toEqual([['a.flush', '3/2']]);
});

test('an amount that has been emptied is not nothing', async () => {
  const { set, input } = shown(field('a.flush', 'Flush', 'money', { initial: 500 }));
  await fireEvent.input(input, { target: { value: '' } });
  expect(set).not.toHaveBeenCalled();
  await fireEvent.input(input, { target: { value: '7.5' } });
  expect(set).toHaveBeenCalledWith('a.flush', 750);
});

test('what cannot be read gives way to the value that the figures are for', async () => {
  const { set, input } = shown(field('a.flush', 'Flush', 'odds', { initial: 5 }));
  await fireEvent.input(input, { target: { value: 'abc' } });
  expect(input.value).toBe('abc');
  await fireEvent.blur(input);
  expect(input.value).toBe('5');
  expect(set).not.toHaveBeenCalled();
});
