import { afterEach, expect, test } from 'vitest';

import type { LobbyTable } from '../protocol/types';
import { speak } from './catalogue.svelte';
import { tableName } from './tables';

const table = (name: string, practice = false) =>
  ({ name, practice, house_name: 'Classic rules' }) as LobbyTable;

afterEach(() => speak('en'));

test('a name that somebody chose stays as it was written, in French too', async () => {
  await speak('fr');
  expect(tableName(table('Green'))).toBe('Green');
});

test("a table with its house's name has none of its own", () => {
  expect(tableName(table('Classic rules'))).toBe('');
  expect(tableName(table('p-1', true))).toBe('Practice');
});
