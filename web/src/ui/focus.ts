import { tick } from 'svelte';

/** Moves the focus there if the focused element is gone or disabled, so focus is never lost. */
export async function focusLost(to: () => HTMLElement | null | undefined): Promise<void> {
  await tick();
  const at = document.activeElement;
  if (!at || at === document.body || at.matches(':disabled')) to()?.focus();
}
