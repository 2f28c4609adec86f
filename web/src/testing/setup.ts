import { configure } from '@testing-library/svelte';
import { vi } from 'vitest';

import { PATIENCE_MS } from './patience';

configure({ asyncUtilTimeout: PATIENCE_MS });

/** Browser features that the test environment lacks. */
Element.prototype.animate ??= vi.fn(() => {
  const animation = { cancel: vi.fn(), finished: Promise.resolve(), onfinish: null };
  return animation as unknown as Animation;
});
