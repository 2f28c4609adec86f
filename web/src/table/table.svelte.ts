import { get } from '../protocol/client';
import { feltOf } from '../protocol/felt';
import { learnNames } from '../text/names.svelte';
import { session } from '../protocol/session.svelte';
import type { Advice, Command, FeltPrint, LiveState, Refusal, SeatView } from '../protocol/types';
import { Connection } from '../protocol/connection.svelte';
import type { Answer } from '../protocol/outbox';
import { Stage } from './stage.svelte';
import { connection as shown } from '../features/shell/connection.svelte';
import { play } from './sound';
import { announce } from '../ui/announcer.svelte';
import { Terms } from '../text/terms';
import { Betting } from './betting.svelte';

/** A refusal, and where on the felt it belongs. */
export interface Said extends Refusal {
  seat?: number;
  wager?: string;
}

/** One table as this browser has it: what it is sent, and what may be asked of it. */
export class Table {
  house = $state.raw<FeltPrint | null>(null);
  live = $state.raw<LiveState | null>(null);
  refused = $state.raw<Said | null>(null);
  advice = $state.raw<Advice | null>(null);
  /** Why the table is not to be seen any more. */
  shut = $state('');
  /** How far the service's clock is ahead of ours. */
  ahead = $state(0);

  /** The house's words for its bets and its money. */
  readonly terms = new Terms(() => this.house);
  readonly connection: Connection;
  readonly stage: Stage;
  readonly betting: Betting;

  /** The seats of whoever looks at it. */
  own = $derived.by((): SeatView[] => {
    const you = session.person?.name;
    return you ? (this.live?.view.seats.filter((seat) => seat.player === you) ?? []) : [];
  });
  ownSeats = $derived(this.own.map((seat) => seat.seat));

  constructor(readonly id: string) {
    this.stage = new Stage(() => this.ownSeats, this.terms);
    this.betting = new Betting(this);
    this.connection = new Connection(id, {
      snapshot: (state) => {
        const moved = state.version !== this.stage.version;
        this.#take(state);
        if (moved) this.stage.show(state.view);
      },
      change: (events, state) => {
        const locked = events.some((event) => event.type === 'bets_locked');
        this.#take(state);
        if (locked) this.betting.locked(this.own);
        this.stage.perform(events, state.view);
      },
      meters: (meters) => this.stage.metersMoved(meters),
      shut: (why) => (this.shut = why),
    });
  }

  async open(): Promise<void> {
    if (!this.id) return; // On the way to another page.
    await session.ensure(); // Only those who are inside see a table.
    this.house = await feltOf(this.id);
    this.betting.chooseFor(this.house);
    this.connection.open();
  }

  close(): void {
    this.connection.close();
    shown.status = null;
  }

  #take(state: LiveState): void {
    this.live = state;
    void learnNames(this.id, state.view);
    this.ahead = Date.parse(state.now) - Date.now();
    if (state.balance !== null && state.balance !== undefined) session.balance = state.balance;
    if (state.view.phase !== 'deciding') this.advice = null;
    this.betting.arrived();
  }

  /** Whether the table would accept such a command now. */
  may(type: string, of: Partial<Command> = {}): boolean {
    return this.moves(type, of).length > 0;
  }

  moves(type: string, of: Partial<Command> = {}): Command[] {
    const asked = Object.entries(of);
    return (this.live?.moves ?? []).filter(
      (move) => move.type === type && asked.every(([key, value]) => move[key] === value),
    );
  }

  async send(command: Command): Promise<Answer> {
    this.refused = null;
    const answer = await this.connection.send(command);
    if ('refused' in answer) this.#refuse(command, answer.refused);
    return answer;
  }

  #refuse(command: Command, refused: Refusal): void {
    const wager = typeof command.wager === 'string' ? command.wager : undefined;
    this.refused = { ...refused, seat: command.seat, wager };
    play('refuse');
    announce(refused.message);
  }

  async sit(seat: number): Promise<boolean> {
    return !('refused' in (await this.send({ type: 'sit', seat })));
  }

  async askAdvice(): Promise<void> {
    try {
      this.advice = await get<Advice>(`/api/tables/${encodeURIComponent(this.id)}/advice`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.refused = { code: 'advice', message, clauses: [] };
    }
  }
}
