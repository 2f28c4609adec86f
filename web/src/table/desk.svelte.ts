import { ApiError, get, inOneLine, post } from '../protocol/client';
import { feltOf } from '../protocol/felt';
import { learnNames } from '../text/names.svelte';
import { session } from '../protocol/session.svelte';
import type {
  Command,
  FeltPrint,
  House,
  LiveState,
  LobbyTable,
  Refusal,
  TableEvent,
} from '../protocol/types';
import { Connection } from '../protocol/connection.svelte';
import { newId } from '../protocol/ids';
import type { Answer } from '../protocol/outbox';
import { announce } from '../ui/announcer.svelte';
import { connection as shown } from '../features/shell/connection.svelte';
import { Terms } from '../text/terms';
import { cited, told } from './words';

export interface Happened {
  key: number;
  text: string;
  clauses: string[];
}

/** Of `POST /preview`: what a report would lead to, or why it would be refused. */
export type Consequence = { events: TableEvent[] } | { refused: Refusal };

const KEPT = 40;

/** A table from behind it: what is due, and what its staff can do. */
export class Desk {
  table = $state.raw<LobbyTable | null>(null);
  felt = $state.raw<FeltPrint | null>(null);
  chips = $state.raw<number[]>([]);
  /** What the house says when it takes no more bets. */
  noMoreBets = $state('No more bets');
  live = $state.raw<LiveState | null>(null);
  /** As whom one speaks; empty is as oneself. */
  role = $state('');
  refused = $state.raw<Refusal | null>(null);
  busy = $state(false);
  /** Why the table is not to be seen any more. */
  shut = $state('');
  happened = $state.raw<Happened[]>([]);
  /** Said aloud since the last step. */
  saying = $state.raw<string[]>([]);
  connection = $state.raw<Connection | null>(null);

  own = $derived(
    Boolean(this.table?.practice && this.table.owner === (session.person?.name ?? '')),
  );
  readonly terms = new Terms(() => this.felt);
  #key = 0;

  constructor(readonly id: string) {}

  get #path(): string {
    return `/api/tables/${encodeURIComponent(this.id)}`;
  }

  async open(): Promise<void> {
    await session.ensure();
    const tables = await get<LobbyTable[]>('/api/tables');
    const table = tables.find((each) => each.id === this.id);
    if (!table) throw new ApiError(404, 'table/unknown', `There is no table ${this.id}.`);
    const [felt, house] = await Promise.all([
      feltOf(this.id),
      get<House>(`/api/houses/${encodeURIComponent(table.house)}`),
    ]);
    this.table = table;
    this.felt = felt;
    const said = house.settings as {
      announcements?: { no_more_bets?: string };
    };
    this.chips = felt.chips;
    this.noMoreBets = said.announcements?.no_more_bets ?? this.noMoreBets;
    this.as(this.own ? 'dealer' : '');
  }

  close(): void {
    this.connection?.close();
    shown.status = null;
  }

  /** Speak in another role: at one's own practice table alone. */
  as(role: string): void {
    this.connection?.close();
    this.role = role;
    this.refused = null;
    const connection = new Connection(
      this.id,
      {
        snapshot: (state) => this.#take(state),
        change: (events, state) => this.#changed(events, state),
        meters: (meters) => {
          if (this.live) this.live = { ...this.live, meters };
        },
        shut: (why) => (this.shut = why),
      },
      role,
    );
    this.connection = connection;
    connection.open();
  }

  #take(state: LiveState): void {
    this.live = state;
    void learnNames(this.id, state.view);
  }

  #changed(events: TableEvent[], state: LiveState): void {
    this.#take(state);
    const saying = events
      .filter((each) => each.type === 'announced')
      .map((each) => String(each.text));
    if (saying.length) {
      this.saying = saying;
      for (const text of saying) announce(`Say: ${text}`);
    } else if (events.some((each) => each.type === 'step_done')) this.saying = [];
    const lines = events
      .map((event) => ({ text: told(event, state.view, this.terms), clauses: cited(event) }))
      .filter((line) => line.text)
      .map((line) => ({ ...line, key: this.#key++ }));
    this.happened = [...lines.reverse(), ...this.happened].slice(0, KEPT);
  }

  may(type: string, of: Partial<Command> = {}): boolean {
    const asked = Object.entries(of);
    return (this.live?.moves ?? []).some(
      (move) => move.type === type && asked.every(([key, value]) => move[key] === value),
    );
  }

  /** The answer, or null where it was refused; the refusal is shown. */
  async send(command: Command, role = this.role): Promise<boolean> {
    this.refused = null;
    this.busy = true;
    try {
      const answer =
        role === this.role ? await this.#say(command) : await this.#post(command, role);
      if (!('refused' in answer)) return true;
      this.refused = answer.refused;
      announce(answer.refused.message);
      return false;
    } finally {
      this.busy = false;
    }
  }

  #say(command: Command): Promise<Answer> {
    return this.connection ? this.connection.send(command) : this.#post(command, this.role);
  }

  async #post(command: Command, role: string): Promise<Answer> {
    const asked = role ? `?as=${role}` : '';
    const sent = { ...command, id: command.id || newId() };
    try {
      return await post<{ version: number }>(`${this.#path}/commands${asked}`, sent);
    } catch (error) {
      return { refused: refusalOf(error) };
    }
  }

  async preview(command: Command): Promise<Consequence> {
    const asked = this.role ? `?as=${this.role}` : '';
    try {
      return await post<{ events: TableEvent[] }>(`${this.#path}/preview${asked}`, command);
    } catch (error) {
      return { refused: refusalOf(error) };
    }
  }
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, clauses: error.clauses };
  }
  return { code: 'unknown', message: inOneLine(error), clauses: [] };
}
