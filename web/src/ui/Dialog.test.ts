import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { expect, test, vi } from 'vitest';

import Dialog from './Dialog.svelte';

const children = createRawSnippet(() => ({ render: () => '<input aria-label="Why" />' }));

test('a selection that ends outside closes nothing, a press there does', async () => {
  const onclose = vi.fn();
  render(Dialog, { open: true, title: 'A form', children, onclose });
  const dialog = screen.getByRole('dialog');
  await fireEvent.pointerDown(screen.getByLabelText('Why'));
  await fireEvent.click(dialog);
  expect(onclose).not.toHaveBeenCalled();
  await fireEvent.pointerDown(dialog);
  await fireEvent.click(dialog);
  expect(onclose).toHaveBeenCalledOnce();
});
