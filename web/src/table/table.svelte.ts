import { get } from '../protocol/client';
import type { Command, CommandOf } from '../protocol/commands';
import { Resource } from '../protocol/resource.svelte';
import { serviceSettings } from '../protocol/service_settings.svelte';
import { session } from '../protocol/session.svelte';
import type {
  Advice,
  Amounts,
  LiveState,
  Refusal,
  SeatView,
  TableEvent,
  TableView,
} from '../protocol/types';
import { say } from '../text/catalogue.svelte';
import { isBot } from '../text/players';
import type { Answer } from '../protocol/outbox';
import { announce } from '../ui/announcer.svelte';
import { Betting } from './betting.svelte';
import { Entropy } from './entropy';
import { refusalOf, TableSession } from './table_session.svelte';
import { framesOf } from './replay';
import { play } from './sound';
import { Stage } from './stage.svelte';
import { Trainer } from './trainer.svelte';

const ROUNDS = 40; // Antes and plays that a suggested buy-in lasts for.
export const NOT_ENOUGH_CHIPS = 'chips/not_enough';

/** A table from the players' side: the animated felt, and betting. */
export class Table extends TableSession {
  /** True if players of this table start the deal when they are ready. */
  deals = $derived(this.live?.view.automated.includes('shuffle') ?? false);
  /** Notice of something the player did not ask for; cleared by the next command. */
  notice = $state('');
  readonly #advice = new Resource(() =>
    get('/api/tables/{table}/advice', { path: { table: this.id } }),
  );
  /** The decision that is due, and the one that advice has been asked for. */
  #decision = '';
  #advised: string | null = null;
  /** A decision has been sent but is not visible on the felt yet. */
  deciding = $state(false);
  readonly trainer = new Trainer();
  readonly stage: Stage;
  readonly betting: Betting;
  readonly #entropy = new Entropy((command) => void this.connection?.send(command));

  /** The viewer's seats. */
  own = $derived.by((): SeatView[] => {
    const you = session.person?.name;
    return you ? (this.live?.view.seats.filter((seat) => seat.player === you) ?? []) : [];
  });
  ownSeats = $derived(this.own.map((seat) => seat.seat));
  /** The one of them that decides now. */
  decides = $derived(this.ownSeats.find((seat) => seat === this.live?.view.next_to_decide));

  constructor(id: string) {
    super(id);
    this.stage = new Stage(() => this.ownSeats, this.terms);
    this.betting = new Betting(this);
  }

  override async open(): Promise<void> {
    await super.open();
    if (this.house) this.betting.chooseFor(this.house);
  }

  override close(): void {
    super.close();
    this.stage.stop(); // The page and its seats are gone.
  }

  protected override take(state: LiveState): void {
    super.take(state);
    const decision = decisionIn(state.view);
    if (decision !== this.#decision) this.#advice.forget();
    this.#decision = decision;
    this.betting.arrived();
    void this.#entropy.follow(state.view, this.ownSeats);
  }

  protected override shown(state: LiveState): void {
    if (state.version === this.stage.version) return;
    this.stage.show(state.view);
    const { scene } = this.stage;
    const own = scene?.lines.some((line) => this.ownSeats.includes(line.seat));
    if (scene?.over && own) void this.#recall(state.view.results_of);
  }

  /** Loads the cards of the round whose results are shown; the state no longer has them. */
  async #recall(round: number): Promise<void> {
    try {
      const last = framesOf(
        await get('/api/tables/{table}/rounds/{number}', {
          path: { table: this.id, number: round },
        }),
      ).at(-1);
      if (last && this.live?.view.results_of === round) this.stage.recall(last.scene);
    } catch {
      // The results are shown without cards.
    }
  }

  protected override changed(events: TableEvent[], state: LiveState, texts: string[]): void {
    if (events.some((event) => event.type === 'bets_locked')) this.betting.locked();
    for (const event of events) this.#tellOf(event, state);
    this.stage.perform(events, state.view, texts);
  }

  /** Tells of a time-out, a seat given up, or a shuffle without this browser's entropy. */
  #tellOf(event: TableEvent, state: LiveState): void {
    const you = session.person?.name;
    if (event.type === 'seat_left' && event.player === you && event.by === 'system') {
      this.notice = say('notice.seatGivenUp', {
        minutes: Math.round((state.idle_seconds ?? 0) / 60),
        amount: this.terms.money(event.with_cents),
      });
      announce(this.notice);
    } else if (event.type === 'folded' && event.because === 'time_out') {
      if (this.ownSeats.includes(event.seat)) this.notice = say('notice.timedOut');
    } else if (event.type === 'shuffle_mixed') {
      const leftOut = event.withheld?.some((seat) => this.ownSeats.includes(seat));
      if (leftOut) this.notice = say('notice.leftOut');
    }
  }

  override async send(command: Command, role = this.role): Promise<Answer> {
    this.notice = '';
    return super.send(command, role);
  }

  /** True if one of the viewer's seats has bet and is ready. */
  get ready(): boolean {
    return this.ownSeats.some((seat) => this.live?.ready?.includes(seat));
  }

  /** The number of others who have bet but are not ready. */
  get waitedFor(): number {
    const others = (this.live?.view.seats ?? []).filter(
      (seat) =>
        Object.keys(seat.wagers).length &&
        !this.ownSeats.includes(seat.seat) &&
        !isBot(seat.player) &&
        !this.live?.ready?.includes(seat.seat),
    );
    const names = others.map((seat) => seat.player);
    return names.filter((name, index) => names.indexOf(name) === index).length;
  }

  protected override metersMoved(meters: Amounts): void {
    this.stage.metersMoved(meters);
  }

  protected override refuse(command: Command, refused: Refusal): void {
    super.refuse(command, refused);
    play('refuse');
  }

  /** Repeats the last bets, and deals if the table waits for it. */
  async repeatAndDeal(): Promise<void> {
    this.stage.skip();
    const version = await this.betting.repeat();
    if (version === null) return;
    await this.reached(version);
    const [deal] = this.moves('announce_no_more_bets');
    if (deal) await this.send(deal);
  }

  /** Sends a decision, and notes it if the trainer is on. A second click does nothing. */
  async decide(command: CommandOf<'play'> | CommandOf<'fold'>): Promise<void> {
    if (this.deciding) return;
    const advice = this.adviceFor(command.seat);
    this.deciding = true;
    try {
      const answer = await this.send(command);
      if ('refused' in answer) return;
      if (advice) this.trainer.note(command.type, advice);
      await this.reached(answer.version);
    } finally {
      this.deciding = false;
    }
  }

  /** A buy-in that lasts a while at these limits, within the balance. */
  get sensibleBuyIn(): number {
    const least = this.house?.limits.ante?.minimum ?? 100;
    return Math.min(session.balance ?? Infinity, least * ROUNDS);
  }

  async sit(seat: number): Promise<boolean> {
    return this.sendAndSee({ type: 'sit', seat });
  }

  /** The advice for a seat that decides now, once it has been asked for. */
  adviceFor(seat: number | undefined): Advice | null {
    const { value } = this.#advice;
    return value?.seat === seat ? value : null;
  }

  /** Asks for advice on the decision that is due: once, unless that failed and `again` is true. */
  async askAdvice(again = false): Promise<void> {
    if (!serviceSettings.figures) return;
    if (this.#advised === this.#decision && !(again && this.#advice.error)) return;
    this.#advised = this.#decision;
    await this.#advice.look();
    if (this.#advice.error) this.refused = refusalOf(this.#advice.error);
  }
}

/** A decision by its round, seat and cards; empty if none is due. */
function decisionIn({ round, next_to_decide, seats }: TableView): string {
  const seat = seats.find((each) => each.seat === next_to_decide);
  return seat ? `${round}:${seat.seat}:${seat.cards.join('')}` : '';
}
