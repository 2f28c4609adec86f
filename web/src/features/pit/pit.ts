/** Tables as the floor sees them: what needs attention, and how old things are. */
import type { components } from '../../protocol/schema';
import type { FloorTable, TableView } from '../../protocol/types';
import { offeredPages } from '../shell/staff_pages';
import { say } from '../../text/staff';

export type PersonListed = components['schemas']['PersonListed'];
export type Role = PersonListed['role'];
export type Link = components['schemas']['LinkShown'];
export type Account = components['schemas']['AccountShown'];

export type Need = components['schemas']['Need'];

/** Halted tables first, then those that need something, then by name. */
export function inOrder(tables: FloorTable[]): FloorTable[] {
  const weight = (table: FloorTable) => {
    const found = table.needs;
    return found.some((need) => need.stops) ? 0 : found.length ? 1 : closed(table.view) ? 3 : 2;
  };
  return [...tables].sort(
    (one, other) => weight(one) - weight(other) || one.shown.name.localeCompare(other.shown.name),
  );
}

export const closed = (view: TableView) => view.phase === 'closed';

/** `3 h 20 min`, or `new` within the first minute. */
export function age(since: string | null, now: number): string {
  if (!since) return say('pit.notUseYet');
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 1) return say('pit.justOpened');
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (!hours) return `${rest} min`;
  return rest ? `${hours} h ${rest} min` : `${hours} h`;
}

/** When the stub was last counted. */
export function stubCount({ stub_count_due, rounds_since_count: rounds }: TableView): string {
  if (stub_count_due) return say('words.dueNow');
  return rounds ? say('words.roundsAgo', { rounds }) : say('words.noneYet');
}

/** The sections of the floor page that the viewer may open. */
export function floorSections(): string[] {
  return offeredPages()
    .filter(({ path }) => path.startsWith('/floor/'))
    .map(({ path }) => path.slice('/floor/'.length));
}

/** A table's id, made from its name. */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
}
