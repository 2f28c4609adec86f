import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

import { PATIENCE_MS } from './patience';

configure({ asyncUtilTimeout: PATIENCE_MS });

/** Browser features that the test environment lacks. Everything is in view. */
class Seen {
  constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.tell([{ isIntersecting: true }]);
  }
  disconnect() {}
}
Object.assign(globalThis, { IntersectionObserver: Seen });

Element.prototype.animate ??= vi.fn(() => {
  const animation = { cancel: vi.fn(), finished: Promise.resolve(), onfinish: null };
  return animation as unknown as Animation;
});
