import { get } from './client';
import type { Saying } from './types';

const kept: Record<string, Promise<Saying> | undefined> = {};

/** A clause by its id; asked for once. Two books may have the same id: a house says which. */
export function clause(id: string, house = ''): Promise<Saying> {
  const asked = house ? `?house=${encodeURIComponent(house)}` : '';
  const path = `/api/clauses/${encodeURIComponent(id)}${asked}`;
  const found = (kept[path] ??= get<Saying>(path));
  found.catch(() => (kept[path] = undefined));
  return found;
}

/** The clauses that somebody is reading, in the dialog that the shell keeps for them. */
class Reading {
  ids = $state.raw<string[]>([]);
  house = $state('');

  open(ids: string[], house = ''): void {
    this.ids = ids;
    this.house = house;
  }

  close(): void {
    this.ids = [];
  }
}

export const reading = new Reading();
