import { ApiError } from '../protocol/client';
import type { Command } from '../protocol/commands';
import { session } from '../protocol/session.svelte';
import { tables } from '../protocol/tables';
import type { LiveState, LobbyTable, TableEvent } from '../protocol/types';
import { BACK } from '../text/cards';
import { say } from '../text/catalogue.svelte';
import { announce } from '../ui/announcer.svelte';
import { TableSession } from './table_session.svelte';
import { cited } from './places';
import { remembered, type LastBets } from './last_bets';
import { grownSince, stacksIn, type Returned, type Stacks } from './void_returns';

interface Happened {
  key: number;
  text: string;
  clauses: string[];
}

interface Voided {
  text: string;
  back: Returned[];
}

const KEPT = 40;
/** Events after which an announcement is over. */
const ENDS_SAYING = new Set(['step_done', 'round_voided', 'round_began', 'play_placed', 'folded']);
const VOIDS = new Set(['round_voided', 'settled_round_voided']);
const ENDS_VOID = new Set(['bets_locked', 'table_closed']);

/** A table from the dealer's side: the due steps, and the actions of its staff. */
export class Desk extends TableSession {
  table = $state.raw<LobbyTable | null>(null);
  /** The house's announcement of no more bets. */
  noMoreBets = $derived(this.house?.no_more_bets || say('at.noMoreBets'));
  /** Number of actions in progress (they may nest). */
  #doing = $state(0);
  busy = $derived(this.#doing > 0);
  happened = $state.raw<Happened[]>([]);
  /** Announced since the last step. */
  saying = $state.raw<string[]>([]);
  /** The last voided round with its reason and returns, until the next bets are locked. */
  voided = $state.raw<Voided | null>(null);
  /** Each player's last bets, to repeat them. */
  lastBets = $state.raw<LastBets>({});
  /** Cards seen in this round: hands in the rack are no longer shown. */
  seen = $state.raw<string[]>([]);

  own = $derived(
    Boolean(this.table?.practice && this.table.owner === (session.person?.name ?? '')),
  );
  #key = 0;
  #round = 0;
  /** Each player's chips, as last seen. */
  #stacks: Stacks = {};

  override async open(): Promise<void> {
    await session.ensure();
    this.table = (await tables()).find((each) => each.id === this.id) ?? null;
    if (!this.table) throw new ApiError(404, 'table/unknown', `There is no table ${this.id}.`);
    await super.open(this.own ? 'dealer' : '');
  }

  protected override take(state: LiveState): void {
    super.take(state);
    this.lastBets = remembered(this.lastBets, state.view);
    this.#look(state.view);
  }

  #look({ round, phase, dealer_cards, seats }: LiveState['view']): void {
    const between = phase === 'betting' || phase === 'opening' || round !== this.#round;
    const open = [...dealer_cards, ...seats.flatMap((seat) => seat.cards)];
    const kept = between ? [] : this.seen;
    this.seen = [...kept, ...open.filter((card) => card !== BACK && !kept.includes(card))];
    this.#round = round;
  }

  protected override changed(events: TableEvent[], state: LiveState, texts: string[]): void {
    this.#void(events, state, texts);
    const last = events.findLastIndex((each) => ENDS_SAYING.has(each.type));
    const saying = events
      .map((each, index) => (index > last ? aloud(each, texts[index] ?? '') : ''))
      .filter(Boolean);
    if (saying.length) {
      this.saying = saying;
      for (const text of saying) announce(say('at.say', { text }));
    } else if (last >= 0) this.saying = [];
    const lines = events
      .map((event, index) => ({ text: texts[index] ?? '', clauses: cited(event) }))
      .filter((line) => line.text)
      .map((line) => ({ ...line, key: this.#key++ }));
    this.happened = [...lines.reverse(), ...this.happened].slice(0, KEPT);
  }

  #void(events: TableEvent[], { view }: LiveState, texts: string[]): void {
    const which = events.findIndex((each) => VOIDS.has(each.type));
    if (which >= 0) {
      this.voided = { text: texts[which] ?? '', back: grownSince(this.#stacks, view) };
      announce(this.voided.text);
    } else if (events.some((each) => ENDS_VOID.has(each.type))) this.voided = null;
    this.#remember(view);
  }

  #remember(view: LiveState['view']): void {
    this.#stacks = stacksIn(view);
  }

  protected override shown(state: LiveState): void {
    super.shown(state);
    this.#remember(state.view);
  }

  override sendAndSee(command: Command, role = this.role): Promise<boolean> {
    return this.busily(() => super.sendAndSee(command, role));
  }

  /** Sends independent commands at once; shows the first refusal. */
  async sendAll(commands: Command[]): Promise<boolean> {
    return this.busily(async () => {
      const answers = await Promise.all(commands.map((each) => this.send(each)));
      const refused = answers.find((each) => 'refused' in each);
      if (refused && 'refused' in refused) this.refused = refused.refused;
      return !refused;
    });
  }

  /** Blocks other actions while one is in progress. */
  async busily<T>(doing: () => Promise<T>): Promise<T> {
    this.#doing++;
    try {
      return await doing();
    } finally {
      this.#doing--;
    }
  }
}

/** Announcements to the table. */
function aloud(event: TableEvent, text: string): string {
  if (event.type === 'announced') return event.text;
  return event.type === 'limits_changed' ? text : '';
}
