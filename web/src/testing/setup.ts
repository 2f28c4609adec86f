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
/** Never connects: a test that is about a connection brings its own. */
class Silent {
  readyState = 0;
  send() {}
  close() {}
}
Object.assign(globalThis, { IntersectionObserver: Seen, WebSocket: Silent });

Element.prototype.animate ??= vi.fn(() => {
  const animation = { cancel: vi.fn(), finished: Promise.resolve(), onfinish: null };
  return animation as unknown as Animation;
});
