import { ApiError, inOneLine, post } from '../protocol/client';
import { movesOf, type Command, type CommandOf, type CommandType } from '../protocol/commands';
import { Connection } from '../protocol/connection.svelte';
import { feltOf } from '../protocol/tables';
import { newId } from '../protocol/ids';
import type { Answer } from '../protocol/outbox';
import { session } from '../protocol/session.svelte';
import type {
  Amounts,
  FeltPrint,
  LiveState,
  Refusal,
  SeatView,
  TableEvent,
} from '../protocol/types';
import { learnNames } from '../text/names.svelte';
import { Terms } from '../text/terms';
import { translated } from '../text/service_words';
import { announce } from '../ui/announcer.svelte';

/** A preview: the consequences of a command, or its refusal. */
export type Consequence = { events: TableEvent[]; texts: string[] } | { refused: Refusal };

/** A refusal with its place on the felt. */
export interface Said extends Refusal {
  seat?: number;
  wager?: string;
}

/** A table in this browser: its state, and commands to it. */
export class TableSession {
  house = $state.raw<FeltPrint | null>(null);
  live = $state.raw<LiveState | null>(null);
  refused = $state.raw<Said | null>(null);
  /** Why the table can no longer be shown. */
  shut = $state('');
  /** How far the service's clock is ahead of the browser's. */
  ahead = $state(0);
  /** The role to act in; empty for one's own. */
  role = $state('');
  connection = $state.raw<Connection | null>(null);
  status = $derived(this.connection?.status ?? null);
  /** Why the connection is not there, or empty; it tries again by itself. */
  wrong = $derived(this.connection?.wrong ?? '');

  /** The house's terms for its bets and money. */
  readonly terms = new Terms(() => this.house);

  #waiting: { version: number; seen: () => void }[] = [];
  /** The page has been left: what was being loaded for it opens nothing. */
  #left = false;

  constructor(readonly id: string) {}

  /** Resolves when the state has reached this version, or when it never will. */
  reached(version: number): Promise<void> {
    if ((this.live?.version ?? -1) >= version || this.status === 'ended') return Promise.resolve();
    return new Promise((seen) => void this.#waiting.push({ version, seen }));
  }

  /** Needs a session: only guests and signed-in people see a table. */
  async open(role = ''): Promise<void> {
    await session.ensure();
    this.house = await feltOf(this.id);
    this.takeRole(role);
  }

  /** Acts in another role; only at one's own practice table. */
  takeRole(role: string): void {
    if (this.#left) return;
    this.connection?.close();
    this.role = role;
    this.refused = null;
    this.shut = '';
    this.connection = new Connection(
      this.id,
      {
        snapshot: (state) => {
          this.take(state);
          this.shown(state);
        },
        change: (events, state, texts) => {
          this.take(state);
          this.changed(events, state, texts);
        },
        beside: (state) => {
          const moved = state.meters !== this.live?.meters;
          this.live = state;
          if (moved) this.metersMoved(state.meters ?? {});
        },
        shut: (why) => {
          this.shut = why;
          this.#stopWaiting();
        },
      },
      role,
    );
    this.connection.open();
  }

  close(): void {
    this.#left = true;
    this.connection?.close();
    this.#stopWaiting();
  }

  #stopWaiting(): void {
    for (const { seen } of this.#waiting) seen();
    this.#waiting = [];
  }

  /** Store the new state. Subclasses override this to react to it. */
  protected take(state: LiveState): void {
    this.live = state;
    this.#waiting = this.#waiting.filter(({ version, seen }) => {
      if (version <= state.version) seen();
      return version > state.version;
    });
    this.ahead = Date.parse(state.now) - Date.now();
    if (state.balance !== null && state.balance !== undefined) {
      session.balance = state.balance;
      session.stakes = state.stakes ?? 'play';
    }
    void learnNames(this.id, state.view);
  }

  protected shown(_state: LiveState): void {}
  protected changed(_events: TableEvent[], _state: LiveState, _texts: string[]): void {}
  protected metersMoved(_meters: Amounts): void {}

  /** True if the table would accept such a command now. */
  may<K extends CommandType>(type: K, having: Partial<CommandOf<K>> = {}): boolean {
    return this.moves(type, having).length > 0;
  }

  moves<K extends CommandType>(type: K, having: Partial<CommandOf<K>> = {}): CommandOf<K>[] {
    return movesOf(this.live?.moves ?? [], type, having);
  }

  /** What playing costs, as the table says. */
  playAmount(play: CommandOf<'play'>): number {
    const seat = this.live?.view.seats.find((each) => each.seat === play.seat);
    return seat ? playPrice(seat, play.multiple) : 0;
  }

  /** A refusal is both shown and returned. */
  async send(command: Command, role = this.role): Promise<Answer> {
    this.refused = null;
    const answer =
      this.connection && role === this.role
        ? await this.connection.send(command)
        : await sendCommand(this.id, command, role);
    if ('refused' in answer && !this.#left) this.refuse(command, answer.refused);
    return answer;
  }

  /** Sends a command and waits until its result is visible here; false if it was refused. */
  async sendAndSee(command: Command, role = this.role): Promise<boolean> {
    const answer = await this.send(command, role);
    if ('refused' in answer) return false;
    await this.reached(answer.version);
    return true;
  }

  protected refuse(command: Command, refused: Refusal): void {
    const seat = 'seat' in command && command.seat !== null ? command.seat : undefined;
    const wager = 'wager' in command ? command.wager : undefined;
    this.refused = { ...refused, seat, wager };
    announce(translated(refused.message));
  }

  async preview(command: Command): Promise<Consequence> {
    try {
      return await post('/api/tables/{table}/preview', {
        path: { table: this.id },
        query: { as: this.role },
        body: command,
      });
    } catch (error) {
      return { refused: refusalOf(error) };
    }
  }
}

/** What playing costs a seat; of the only multiple, or the lowest, if none is given. */
export function playPrice({ plays }: SeatView, multiple?: number | null): number {
  return (multiple ? plays[multiple] : Object.values(plays)[0]) ?? 0;
}

/** Sends a command over HTTP: under one's own name, or in a role at one's own practice table. */
export async function sendCommand(table: string, command: Command, role = ''): Promise<Answer> {
  const body = { ...command, id: command.id || newId() };
  try {
    return await post('/api/tables/{table}/commands', {
      path: { table },
      query: { as: role },
      body,
    });
  } catch (error) {
    return { refused: refusalOf(error) };
  }
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, clauses: error.clauses };
  }
  return { code: 'unknown', message: inOneLine(error), clauses: [] };
}
