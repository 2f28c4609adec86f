import { tick } from 'svelte';

/** Puts the focus there if what had it is gone or cannot have it any longer: it never goes to nothing. */
export async function focusLost(to: () => HTMLElement | null | undefined): Promise<void> {
  await tick();
  const at = document.activeElement;
  if (!at || at === document.body || at.matches(':disabled')) to()?.focus();
}
