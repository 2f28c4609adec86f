/** Tables as the floor sees them: what needs attention, and how old things are. */
import type { components } from '../../protocol/schema';
import type { FloorTable, TableView } from '../../protocol/types';
import { offeredPlaces } from '../shell/places';
import { money } from '../../text/money';
import { playerName } from '../../text/players';
import { inWords } from '../../text/wagers';
import { say } from '../../text/staff';

export type PersonListed = components['schemas']['PersonListed'];
export type Link = components['schemas']['LinkShown'];
export type Account = components['schemas']['AccountShown'];

export interface Need {
  text: string;
  /** The table cannot continue without it. */
  stops: boolean;
}

/** What needs somebody other than the dealer, the most pressing first. */
export function needs(table: FloorTable): Need[] {
  const { shown, view } = table;
  const found: Need[] = [];
  if (shown.stopped)
    found.push({ text: say('pit.stopped', { stopped: shown.stopped }), stops: true });
  if (view.halted) {
    const { irregularity, waits_for: who, to_sign: signs } = view.halted;
    const does = signs ? 'signs' : 'rules';
    const text = `${inWords(irregularity)}: ${inWords(who).toLowerCase()} ${does}`;
    found.push({ text, stops: true });
  }
  if (view.due && view.due.role !== 'dealer') {
    found.push({ text: `${inWords(view.due.role)}: ${view.due.text}`, stops: true });
  }
  if (view.requests.length) found.push({ text: say('pit.somethingNeedsSignature'), stops: false });
  for (const deck of view.decks) {
    if (deck.reminded)
      found.push({ text: say('pit.changeDeck', { back: deck.back }), stops: false });
  }
  if (view.tray !== null && view.tray < 0) {
    found.push({ text: say('pit.trayShortFill', { tray: money(-view.tray) }), stops: false });
  }
  if (table.opens_by_another && closed(view)) {
    const readings = (table.readings ?? [])
      .map(({ title, chosen }) => `${title}: ${chosen}`)
      .join('; ');
    const name = playerName(table.set_up_by ?? '');
    found.push({ text: say('pit.opensByAnother', { name, readings }), stops: false });
  }
  if (view.guarded && view.tray_is_chips && !closed(view) && !view.inventory) {
    found.push({ text: say('pit.trayMustCounted'), stops: true });
  }
  for (const box of view.boxes ?? []) {
    found.push({ text: say('pit.dropBoxMust', { box }), stops: false });
  }
  if (view.relief)
    found.push({ text: say('pit.relievesDealer', { relief: view.relief }), stops: false });
  return found;
}

/** Halted tables first, then those that need something, then by name. */
export function inOrder(tables: FloorTable[]): FloorTable[] {
  const weight = (table: FloorTable) => {
    const found = needs(table);
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

/** The sections of the floor page that the viewer may open. */
export function offeredSections(): string[] {
  return offeredPlaces()
    .filter((place) => place.path.startsWith('/floor/'))
    .map((place) => place.path.slice('/floor/'.length));
}

export const ROLES = [
  'player',
  'dealer',
  'floor',
  'pit_manager',
  'shift_manager',
  'cage',
  'count',
  'surveillance',
  'auditor',
  'management',
  'administrator',
];

/** A table's id, made from its name. */
export function idOf(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
}
