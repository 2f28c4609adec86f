import { get } from './client';
import type { Saying } from './types';

const kept: Record<string, Promise<Saying> | undefined> = {};

/** The book: a house's current one, or the one that a table was opened with. */
export type BookOf = { house: string } | { table: string };

/** A clause by id, loaded once. Two books may use the same id. */
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

/** The clauses open in the shell's dialog. */
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
