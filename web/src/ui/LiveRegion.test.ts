import { render, screen, within } from '@testing-library/svelte';
import { createRawSnippet, flushSync } from 'svelte';
import { expect, test } from 'vitest';

import { announce } from './announcer.svelte';
import Dialog from './Dialog.svelte';

const children = createRawSnippet(() => ({ render: () => '<p>A form</p>' }));

test('what is announced while a dialog is open is heard inside it', () => {
  announce('Before.');
  render(Dialog, { open: true, title: 'A dialog', children });
  announce('The dealer shows a king.');
  flushSync();
  const heard = within(screen.getByRole('dialog')).getByRole('log').textContent;
  expect(heard).toContain('The dealer shows a king.');
  expect(heard).not.toContain('Before.');
});
