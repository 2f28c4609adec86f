import type { Command } from '../protocol/commands';
import { session } from '../protocol/session.svelte';
import type { Advice, Amounts, LiveState, Refusal, SeatView, TableEvent } from '../protocol/types';
import { Betting } from './betting.svelte';
import { refusalOf, TableSession } from './session.svelte';
import { play } from './sound';
import { Stage } from './stage.svelte';

/** A table from the players' side: the felt as it is shown, and chips in the hand. */
export class Table extends TableSession {
  advice = $state.raw<Advice | null>(null);
  readonly stage: Stage;
  readonly betting: Betting;

  /** The seats of whoever looks at it. */
  own = $derived.by((): SeatView[] => {
    const you = session.person?.name;
    return you ? (this.live?.view.seats.filter((seat) => seat.player === you) ?? []) : [];
  });
  ownSeats = $derived(this.own.map((seat) => seat.seat));

  constructor(id: string) {
    super(id);
    this.stage = new Stage(() => this.ownSeats, this.terms);
    this.betting = new Betting(this);
  }

  override async open(): Promise<void> {
    await super.open();
    if (this.house) this.betting.chooseFor(this.house);
  }

  protected override take(state: LiveState): void {
    super.take(state);
    if (state.view.phase !== 'deciding') this.advice = null;
    this.betting.arrived();
  }

  protected override shown(state: LiveState): void {
    if (state.version !== this.stage.version) this.stage.show(state.view);
  }

  protected override changed(events: TableEvent[], state: LiveState): void {
    if (events.some((event) => event.type === 'bets_locked')) this.betting.locked(this.own);
    this.stage.perform(events, state.view);
  }

  protected override metersMoved(meters: Amounts): void {
    this.stage.metersMoved(meters);
  }

  protected override refuse(command: Command, refused: Refusal): void {
    super.refuse(command, refused);
    play('refuse');
  }

  async sit(seat: number): Promise<boolean> {
    return !('refused' in (await this.send({ type: 'sit', seat })));
  }

  async askAdvice(): Promise<void> {
    try {
      this.advice = await this.ask<Advice>('advice');
    } catch (error) {
      this.refused = refusalOf(error);
    }
  }
}
