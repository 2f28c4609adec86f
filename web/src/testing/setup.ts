import { vi } from 'vitest';

/** What the environment of the tests does not have. */
Element.prototype.animate ??= vi.fn(() => {
  const animation = { cancel: vi.fn(), finished: Promise.resolve(), onfinish: null };
  return animation as unknown as Animation;
});
