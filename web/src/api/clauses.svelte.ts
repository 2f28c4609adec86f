import { get } from './client';
import type { Saying } from './types';

const kept: Record<string, Promise<Saying> | undefined> = {};

/** A clause by its id; asked for once. */
export function clause(id: string): Promise<Saying> {
  const found = (kept[id] ??= get<Saying>(`/api/clauses/${encodeURIComponent(id)}`));
  found.catch(() => (kept[id] = undefined));
  return found;
}

/** The clauses that somebody is reading, in the dialog that the shell keeps for them. */
class Reading {
  ids = $state.raw<string[]>([]);

  open(ids: string[]): void {
    this.ids = ids;
  }

  close(): void {
    this.ids = [];
  }
}

export const reading = new Reading();
