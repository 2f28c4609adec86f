import { get } from './client';
import type { Saying } from './types';

const kept: Record<string, Promise<Saying> | undefined> = {};

/** The book: a house's current one, or the one that a table was opened with. */
export type BookOf = { house: string } | { table: string };

/** A clause by id, loaded once. Two books may use the same id. */
export function clause(id: string, of: BookOf = { house: '' }): Promise<Saying> {
  const key = JSON.stringify([id, of]);
  const found = (kept[key] ??= load(id, of));
  found.catch(() => (kept[key] = undefined));
  return found;
}

const load = (identity: string, of: BookOf): Promise<Saying> =>
  'table' in of
    ? get('/api/tables/{table}/clauses/{identity}', { path: { table: of.table, identity } })
    : get('/api/clauses/{identity}', { path: { identity }, query: of });

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
