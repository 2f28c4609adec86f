import { LiveSocket } from './live_socket.svelte';
import { session } from './session.svelte';
import type { FeedMessage, FloorTable, LobbyTable, MeterShown } from './types';

/** The tables of the room, live: all of them at first, then those that are new or different. */
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

  /** Each in its place, new ones last. */
  #with(changed: T[], gone: string[]): T[] {
    const id = this.#idOf;
    const now = (this.tables ?? []).filter((table) => !gone.includes(id(table)));
    const moved = now.map((table) => changed.find((each) => id(each) === id(table)) ?? table);
    const fresh = changed.filter((each) => !now.some((table) => id(table) === id(each)));
    return [...moved, ...fresh];
  }
}

/** For a component: open as long as it is, and again for whoever signs in meanwhile. */
function listening<T>(feed: Feed<T>): Feed<T> {
  $effect(() => {
    void session.person?.name;
    if (!session.loaded) return; // Who listens decides what is told.
    feed.open();
    return () => feed.close();
  });
  return feed;
}

export const lobbyFeed = () =>
  listening(new Feed<LobbyTable>('/api/lobby/live', (table) => table.id));
export const pitFeed = () =>
  listening(new Feed<FloorTable>('/api/floor/live', (table) => table.shown.id));
