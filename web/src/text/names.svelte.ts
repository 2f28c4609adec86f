import { untrack } from 'svelte';

import { get } from '../protocol/client';
import type { FloorTable, TableView } from '../protocol/types';

/** Display names by unique name. */
let known = $state.raw<Record<string, string>>({});

const made = /^(guest|bot|walk-in)-/; // Names that nobody chose.

export function displayName(name: string): string | undefined {
  return known[name];
}

/** Loads unknown names of people at a table, once. */
export async function learnNames(table: string, view: TableView): Promise<void> {
  const there = [...view.seats.map((seat) => seat.player), view.dealer, view.relief ?? ''];
  const asked = there.filter((name) => name && !made.test(name) && !(name in known));
  if (!asked.length) return;
  known = { ...known, ...Object.fromEntries(asked.map((name) => [name, name])) };
  try {
    const found = await get('/api/tables/{table}/names', { path: { table } });
    known = { ...known, ...found };
  } catch {
    // Without display names, unique names are shown.
  }
}

/** The same for all tables; called in an effect. */
export function learnNamesAt(tables: FloorTable[]): void {
  untrack(() => tables.forEach(({ shown, view }) => void learnNames(shown.id, view)));
}
