import type { Command } from '../protocol/commands';
import type { FeltPrint, LiveState, SeatView } from '../protocol/types';
import type { Answer } from '../protocol/outbox';
import { firstChip, isFixed, usableChips } from './chip_choice';
import { remembered, repeated, type LastBets } from './last_bets';

/** The part of a table that betting needs. */
export interface BettingTable {
  id: string;
  house: FeltPrint | null;
  live: LiveState | null;
  own: SeatView[];
  stage: { version: number };
  may(type: string, of?: Partial<Command>): boolean;
  send(command: Command): Promise<Answer>;
}

interface RequestedBet {
  amount: number;
  /** The number of unanswered commands for this spot. */
  unanswered: number;
  /** The version that contains the answer; the requested amount is shown until then. */
  version: number;
}

interface Step {
  seat: number;
  wager: string;
  before: number;
}

const key = (seat: number, wager: string) => `${seat}:${wager}`;

/** Betting with chips: place, remove, repeat. The table decides what is allowed. */
export class Betting {
  chip = $state(500);
  /** What the next click places: a bet, a toke or a match-play coupon. */
  as = $state<'bet' | 'toke' | 'coupon'>('bet');
  #requested = $state.raw<Record<string, RequestedBet>>({});
  #steps = $state.raw<Step[]>([]);
  #last = $state.raw<LastBets>({});

  constructor(private readonly table: BettingTable) {
    this.#last = stored(table.id);
  }

  get chips(): number[] {
    return usableChips(this.table.house);
  }

  /** In the house's order. */
  get wagers(): string[] {
    return Object.keys(this.table.house?.limits ?? {});
  }

  chooseFor(house: FeltPrint): void {
    this.chip = firstChip(house) ?? 500;
  }

  amount(seat: number, wager: string): number | undefined {
    const bet = this.#requested[key(seat, wager)];
    return bet && (bet.unanswered || bet.version > this.table.stage.version)
      ? bet.amount
      : undefined;
  }

  waits(seat: number, wager: string): boolean {
    return (this.#requested[key(seat, wager)]?.unanswered ?? 0) > 0;
  }

  mayBet(seat: number, wager: string): boolean {
    if (this.as === 'toke') return this.table.may('place_toke', { seat, wager });
    if (this.as === 'coupon')
      return this.acceptsBets && !!this.table.house?.coupons_on.includes(wager);
    // During betting every spot accepts clicks; an illegal bet is refused with its reason.
    return this.acceptsBets && this.wagers.includes(wager);
  }

  get canUndo(): boolean {
    return this.#steps.length > 0 && this.acceptsBets;
  }

  get hasBets(): boolean {
    return this.#placed.length > 0;
  }

  /** True while bets are open. */
  get acceptsBets(): boolean {
    return this.table.may('place_wager') || this.table.may('withdraw_wager');
  }

  get canRepeat(): boolean {
    return this.acceptsBets && !this.hasBets && this.#repeated.length > 0;
  }

  /** Places the selected chip, as a bet, toke or coupon. */
  add(seat: number, wager: string): void {
    if (this.as === 'toke') {
      const there = this.#view(seat)?.tokes[wager] ?? 0;
      void this.table.send({ type: 'place_toke', seat, wager, amount: there + this.chip });
    } else if (this.as === 'coupon') {
      void this.table.send({ type: 'place_coupon', seat, on: wager, face: this.chip });
      this.as = 'bet'; // One per round.
    } else if (this.wagers.includes(wager)) {
      this.#add(seat, wager);
    }
  }

  #add(seat: number, wager: string): void {
    const limit = this.table.house?.limits[wager];
    const before = this.#now(seat, wager);
    const only = limit && isFixed(limit);
    void this.#put(seat, wager, only ? limit.minimum : before + this.chip);
  }

  /** Takes a bet back. A toke or a coupon stays where it lies. */
  remove(seat: number, wager: string): void {
    if (this.as !== 'bet') return;
    if (this.wagers.includes(wager) && this.#now(seat, wager)) void this.#put(seat, wager, 0);
  }

  undo(): void {
    const step = this.#steps.at(-1);
    this.#steps = this.#steps.slice(0, -1);
    if (step) void this.#ask(step.seat, step.wager, step.before);
  }

  clear(): void {
    for (const [seat, wager] of this.#placed.reverse()) void this.#put(seat, wager, 0);
  }

  /** The total of repeated bets. */
  get repeatSum(): number {
    return this.#repeated.reduce((sum, { amount }) => sum + amount, 0);
  }

  /**
   * Repeats last round's bets; resolves to the version with all of them, or null if one was
   * refused.
   */
  async repeat(): Promise<number | null> {
    const put = this.#repeated.map((bet) => this.#put(bet.seat, bet.wager, bet.amount));
    const versions = await Promise.all(put);
    return versions.every((each) => each !== null) ? Math.max(0, ...versions) : null;
  }

  /** In the order of the house's spots. */
  get #repeated() {
    return repeated(this.#last, { seats: this.table.own }, this.wagers);
  }

  double(): void {
    for (const [seat, wager, amount] of this.#placed) {
      const limit = this.table.house?.limits[wager];
      if (limit && isFixed(limit)) continue;
      void this.#put(seat, wager, amount * 2);
    }
  }

  /** The bets are locked and cannot be undone. */
  locked(): void {
    this.#steps = [];
  }

  /** A new state: drops requests that it contains, and remembers the bets. */
  arrived(): void {
    this.#remember();
    const pending = Object.entries(this.#requested).filter(
      ([, bet]) => bet.unanswered || bet.version > this.table.stage.version,
    );
    if (pending.length < Object.keys(this.#requested).length)
      this.#requested = Object.fromEntries(pending);
  }

  #remember(): void {
    const { live, own } = this.table;
    if (!live) return;
    const last = remembered(this.#last, { phase: live.view.phase, seats: own });
    if (JSON.stringify(last) === JSON.stringify(this.#last)) return;
    this.#last = last;
    keep(this.table.id, last);
  }

  get #placed(): [seat: number, wager: string, amount: number][] {
    return this.table.own.flatMap((seat) =>
      this.wagers
        .map((wager): [number, string, number] => [seat.seat, wager, this.#now(seat.seat, wager)])
        .filter(([, , amount]) => amount > 0),
    );
  }

  #view(seat: number): SeatView | undefined {
    return this.table.own.find((each) => each.seat === seat);
  }

  #now(seat: number, wager: string): number {
    return this.amount(seat, wager) ?? this.#view(seat)?.wagers[wager] ?? 0;
  }

  async #put(seat: number, wager: string, amount: number): Promise<number | null> {
    const step = { seat, wager, before: this.#now(seat, wager) };
    this.#steps = [...this.#steps, step];
    const version = await this.#ask(seat, wager, amount);
    if (version === null) this.#steps = this.#steps.filter((each) => each !== step);
    return version;
  }

  /** Resolves to the version of the change, or null if refused. */
  async #ask(seat: number, wager: string, amount: number): Promise<number | null> {
    const at = key(seat, wager);
    const unanswered = (this.#requested[at]?.unanswered ?? 0) + 1;
    this.#requested = { ...this.#requested, [at]: { amount, unanswered, version: 0 } };
    const answer = await this.table.send(
      amount
        ? { type: 'place_wager', seat, wager, amount }
        : { type: 'withdraw_wager', seat, wager },
    );
    const bet = this.#requested[at];
    const done = 'refused' in answer ? null : answer.version;
    if (bet) {
      const version = done ?? bet.version;
      this.#requested = {
        ...this.#requested,
        [at]: { ...bet, unanswered: bet.unanswered - 1, version },
      };
    }
    this.arrived();
    return done;
  }
}

const storageKey = (table: string) => `queenhigh.bets.${table}`;

function stored(table: string): LastBets {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey(table)) ?? '{}');
  } catch {
    return {};
  }
}

function keep(table: string, bets: LastBets): void {
  try {
    sessionStorage.setItem(storageKey(table), JSON.stringify(bets));
  } catch {
    // Without storage, repeating works until the page is left.
  }
}
