import { get } from './client';
import type { Saying } from './types';

const kept: Record<string, Promise<Saying> | undefined> = {};

/** Whose book is meant: a house's as it is now, or the one that a table was opened with. */
export type BookOf = { house: string } | { table: string };

/** A clause by its id; asked for once. Two books may have the same id. */
export function clause(id: string, of: BookOf = { house: '' }): Promise<Saying> {
  const path = pathOf(encodeURIComponent(id), of);
  const found = (kept[path] ??= get<Saying>(path));
  found.catch(() => (kept[path] = undefined));
  return found;
}

function pathOf(id: string, of: BookOf): string {
  if ('table' in of) return `/api/tables/${encodeURIComponent(of.table)}/clauses/${id}`;
  return `/api/clauses/${id}${of.house ? `?house=${encodeURIComponent(of.house)}` : ''}`;
}

/** The clauses that somebody is reading, in the dialog that the shell keeps for them. */
class Reading {
  ids = $state.raw<string[]>([]);
  of = $state.raw<BookOf>({ house: '' });

  open(ids: string[], of: BookOf = { house: '' }): void {
    this.ids = ids;
    this.of = of;
  }

  close(): void {
    this.ids = [];
  }
}

export const reading = new Reading();
