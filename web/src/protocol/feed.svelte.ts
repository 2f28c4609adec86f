import { LiveSocket } from './live_socket.svelte';
import { lastOfEach } from './reducer';
import { session } from './session.svelte';
import type { FeedMessage, FloorTable, LobbyTable, MeterShown, MoneyMessage } from './types';

/** The tables of the room, live: all at first, then new and changed ones. */
export class Feed<T> extends LiveSocket<FeedMessage<T>> {
  tables = $state.raw<T[] | null>(null);
  meters = $state.raw<MeterShown[]>([]);

  readonly #address: string;
  readonly #idOf: (table: T) => string;

  constructor(address: string, idOf: (table: T) => string) {
    super();
    this.#address = address;
    this.#idOf = idOf;
  }

  protected path(): string {
    return this.#address;
  }

  protected shown(): boolean {
    return this.tables !== null;
  }

  protected hear(message: FeedMessage<T>): void {
    if (message.type === 'pong' || message.type === 'bye') return;
    this.tables = message.whole ? message.tables : this.#with(message.tables, message.gone);
    if (message.meters) this.meters = message.meters;
    this.seen();
  }

  /** Updates tables in place; new ones come last. */
  #with(changed: T[], gone: string[]): T[] {
    const id = this.#idOf;
    const now = (this.tables ?? []).filter((table) => !gone.includes(id(table)));
    return lastOfEach([...now, ...changed], id);
  }
}

/** Hears that money has moved, and no more: what may be seen of it is loaded. */
class MoneySign extends LiveSocket<MoneyMessage> {
  readonly #address: string;
  readonly #moved: () => void;
  #heard = false;

  constructor(address: string, moved: () => void) {
    super();
    this.#address = address;
    this.#moved = moved;
  }

  protected path(): string {
    return this.#address;
  }

  protected shown(): boolean {
    return this.#heard;
  }

  protected hear(message: MoneyMessage): void {
    if (message.type !== 'money') return;
    this.#heard = true;
    this.seen();
    this.#moved();
  }
}

/** Keeps a feed open while a component is mounted, and reopens it after a sign-in. */
function listening<F extends { open(): void; close(): void }>(feed: F): F {
  $effect(() => {
    void session.person?.name;
    if (!session.loaded) return; // The viewer determines what is sent.
    feed.open();
    return () => feed.close();
  });
  return feed;
}

export const lobbyFeed = () =>
  listening(new Feed<LobbyTable>('/api/lobby/live', (table) => table.id));
export const pitFeed = () =>
  listening(new Feed<FloorTable>('/api/floor/live', (table) => table.shown.id));

/** Calls back when the viewer's own money with the house has moved. */
export const onPurseMoved = (moved: () => void) =>
  listening(new MoneySign('/api/me/purse/live', moved));
/** Calls back when any patron's money has. */
export const onCageMoved = (moved: () => void) => listening(new MoneySign('/api/cage/live', moved));
