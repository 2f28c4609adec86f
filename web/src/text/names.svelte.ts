import { untrack } from 'svelte';

import { get } from '../protocol/client';
import type { FloorTable, TableView } from '../protocol/types';

/** How people want to be called, by the names that the service tells them apart by. */
let known = $state.raw<Record<string, string>>({});

const made = /^(guest|bot|walk-in)-/; // Nobody chose these.

export function displayName(name: string): string | undefined {
  return known[name];
}

/** Asks once for those at a table who are not known yet. */
export async function learnNames(table: string, view: TableView): Promise<void> {
  const there = [...view.seats.map((seat) => seat.player), view.dealer, view.relief ?? ''];
  const asked = there.filter((name) => name && !made.test(name) && !(name in known));
  if (!asked.length) return;
  known = { ...known, ...Object.fromEntries(asked.map((name) => [name, name])) };
  try {
    const found = await get<Record<string, string>>(
      `/api/tables/${encodeURIComponent(table)}/names`,
    );
    known = { ...known, ...found };
  } catch {
    // Then they are called as the service calls them.
  }
}

/** The same for all tables, for an effect. */
export function learnNamesAt(tables: FloorTable[]): void {
  untrack(() => tables.forEach(({ shown, view }) => void learnNames(shown.id, view)));
}
