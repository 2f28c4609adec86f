import { afterEach, expect, test, vi } from 'vitest';

import { settings } from './settings.svelte';

afterEach(() => vi.unstubAllGlobals());

test('the room is the one the system prefers, unless one was chosen', () => {
  for (const light of [true, false]) {
    const matches = (what: string) => ({ matches: light && what.includes('light') });
    vi.stubGlobal('matchMedia', matches);
    settings.chosen.room = 'system';
    expect(settings.room).toBe(light ? 'light' : 'dark');
    settings.chosen.room = light ? 'dark' : 'light';
    expect(settings.room).toBe(light ? 'dark' : 'light');
  }
  settings.chosen.room = 'system';
});
