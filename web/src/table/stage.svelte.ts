import type { Amounts, TableEvent, TableView } from '../protocol/types';
import { announce } from '../ui/announcer.svelte';
import { settings } from '../ui/settings.svelte';
import { play } from './sound';
import { beatOf } from './beats';
import { evolve } from './evolve';
import { PLAIN, type Terms } from '../text/terms';
import { recalled, sceneOf, settled, type Scene } from './scene';

interface Act {
  events: TableEvent[];
  view: TableView;
  /** Shown without waiting. */
  hurried: boolean;
  /** It was kept back while a result was on show. */
  released?: boolean;
  /** What follows is an act of its own: the view is already further on. */
  parted?: boolean;
}

/** What others do before the next deal; none of it covers a result that is being read. */
const BETS: TableEvent['type'][] = [
  'wager_placed',
  'wager_withdrawn',
  'toke_placed',
  'toke_withdrawn',
  'coupon_placed',
  'coupon_withdrawn',
];
/** What is kept back need not come because of these: others who come and go, */
const COMING: TableEvent['type'][] = ['seat_taken', 'seat_left', 'chips_bought'];
/** and what nobody sees on the felt, whoever does it. */
const UNSEEN: TableEvent['type'][] = ['entropy_committed', 'deck_shuffled', 'step_done'];
const MOST_MISSED = 200; // Events; whoever comes back after more sees how it ended.

/** Shows what happened, one event after the other, at a pace that can be followed. */
export class Stage {
  scene = $state.raw<Scene | null>(null);
  /** Something is still being shown that has already happened. */
  playing = $state(false);
  /** The version that the scene has arrived at. */
  version = $state(-1);

  #now: Act | null = null;
  #acts: Act[] = [];
  #kept: Act[] = [];
  #showing = 0; // Another one makes a running performance stop.
  #wake: (() => void) | null = null;
  #own: () => number[];

  constructor(
    own: () => number[],
    private readonly terms: Terms = PLAIN,
  ) {
    this.#own = own;
  }

  /** At once, as after coming in. */
  show(view: TableView): void {
    this.stop();
    this.scene = sceneOf(view);
    this.version = view.version;
  }

  /** Shows no more of what happened, as after leaving. */
  stop(): void {
    this.#acts = [];
    this.#kept = [];
    this.#showing++;
    this.#wake?.();
    this.playing = false;
  }

  perform(events: TableEvent[], view: TableView): void {
    // The next deal does not wait until the last one has been looked at.
    if (events.some((event) => event.type === 'bets_locked')) this.skip();
    const hurried = events.length > MOST_MISSED;
    const next = this.#nextBets(events);
    if (next > 0) {
      this.#acts.push({ events: events.slice(0, next), view, hurried, parted: true });
      this.#acts.push({ events: events.slice(next), view, hurried });
    } else {
      this.#acts.push({ events, view, hurried });
    }
    if (!this.playing) void this.#run();
  }

  /** What is left to see of a round that was over before anything was shown. */
  recall(round: Scene): void {
    if (this.scene) this.scene = recalled(this.scene, round);
  }

  metersMoved(meters: Amounts): void {
    if (this.scene) this.scene = { ...this.scene, meters };
  }

  /** The rest without waiting. */
  skip(): void {
    for (const act of [this.#now, ...this.#acts]) if (act) act.hurried = true;
    this.#wake?.();
  }

  async #run(): Promise<void> {
    const showing = this.#showing;
    this.playing = true;
    for (let act = this.#acts.shift(); act; act = this.#acts.shift()) {
      if (this.#keepsBack(act)) {
        this.#kept.push(act);
        continue;
      }
      if (this.#kept.length) {
        const kept = this.#kept.map((each) => ({ ...each, hurried: true, released: true }));
        this.#acts.unshift(...kept, act);
        this.#kept = [];
        continue;
      }
      this.#now = act;
      try {
        for (const event of act.events) {
          if (!this.scene) break;
          this.scene = evolve(this.scene, event);
          const beat = beatOf(event, this.scene, this.#own(), this.terms);
          if (beat.spoken) announce(beat.spoken);
          if (beat.sound && !act.hurried) play(beat.sound);
          if (beat.ms && !act.hurried && !document.hidden) await this.#pause(beat.ms);
          if (showing !== this.#showing) return;
        }
        if (this.scene && !act.parted && act.view.version > this.version) {
          this.scene = settled(this.scene, act.view);
          this.version = act.view.version;
        }
      } catch (error) {
        console.error(error);
        this.scene = sceneOf(act.view); // The table is as the service says, however it came to it.
        this.version = act.view.version;
        if (act.parted) this.#acts.shift(); // That view has the other part in it.
      }
    }
    this.#now = null;
    this.playing = false;
  }

  /** Bets of others wait until whoever reads their own result does something, or the cards come. */
  #keepsBack({ events, released }: Act): boolean {
    const own = this.#own();
    const reads = this.scene?.over && this.scene.lines.some((line) => own.includes(line.seat));
    if (!reads || released) return false;
    const bets = (event: TableEvent) => this.#isOfOthers(event, BETS);
    const beside = (event: TableEvent) =>
      UNSEEN.includes(event.type) || this.#isOfOthers(event, COMING);
    if (!events.every((event) => bets(event) || beside(event))) return false;
    return this.#kept.length > 0 || events.some(bets);
  }

  #isOfOthers(event: TableEvent, types: TableEvent['type'][]): boolean {
    const seat = 'seat' in event ? Number(event.seat) : NaN;
    return types.includes(event.type) && !this.#own().includes(seat);
  }

  /** Where, in what came at once, others bet after the end of a round; below 1: nowhere. */
  #nextBets(events: TableEvent[]): number {
    const ended = events.findLastIndex((event) => event.type === 'round_ended');
    if (ended < 0) return -1;
    return events.findIndex((event, index) => index > ended && this.#isOfOthers(event, BETS));
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, ms * settings.pace);
      this.#wake = done;
    });
  }
}
