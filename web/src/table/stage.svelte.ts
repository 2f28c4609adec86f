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
  /** Shown without pauses. */
  hurried: boolean;
  /** It was held back while a result was on screen. */
  released?: boolean;
  /** The rest is a separate act; the view is already ahead. */
  parted?: boolean;
}

/** Others' actions before the next deal; they never cover a result that is being read. */
const BETS: TableEvent['type'][] = [
  'wager_placed',
  'wager_withdrawn',
  'toke_placed',
  'toke_withdrawn',
  'coupon_placed',
  'coupon_withdrawn',
];
/** Events that do not release what is held back: others come and go, */
const COMING: TableEvent['type'][] = ['seat_taken', 'seat_left', 'chips_bought'];
/** and events without a picture. */
const UNSEEN: TableEvent['type'][] = ['entropy_committed', 'deck_shuffled', 'step_done'];
const MOST_MISSED = 200; // Events; after more than these, only the end is shown.

/** Shows events one after another at a pace that can be followed. */
export class Stage {
  scene = $state.raw<Scene | null>(null);
  /** True while past events are still being shown. */
  playing = $state(false);
  /** The version that the scene has reached. */
  version = $state(-1);

  #now: Act | null = null;
  #acts: Act[] = [];
  #kept: Act[] = [];
  #showing = 0; // A new number stops the running performance.
  #wake: (() => void) | null = null;
  #own: () => number[];

  constructor(
    own: () => number[],
    private readonly terms: Terms = PLAIN,
  ) {
    this.#own = own;
  }

  /** Shows a view at once, as after joining. */
  show(view: TableView): void {
    this.stop();
    this.scene = sceneOf(view);
    this.version = view.version;
  }

  /** Stops showing events, as after leaving. */
  stop(): void {
    this.#acts = [];
    this.#kept = [];
    this.#showing++;
    this.#wake?.();
    this.playing = false;
  }

  perform(events: TableEvent[], view: TableView): void {
    // A new deal does not wait for the last result to be read.
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

  /** Shows the result of a round that ended before the page was loaded. */
  recall(round: Scene): void {
    if (this.scene) this.scene = recalled(this.scene, round);
  }

  metersMoved(meters: Amounts): void {
    if (this.scene) this.scene = { ...this.scene, meters };
  }

  /** Shows the rest without pauses. */
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
        this.scene = sceneOf(act.view); // The scene follows the view, whatever the events showed.
        this.version = act.view.version;
        if (act.parted) this.#acts.shift(); // The view includes the second part.
      }
    }
    this.#now = null;
    this.playing = false;
  }

  /** Holds back others' bets until the viewer acts or the next cards come. */
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

  /** The index at which others bet after the end of a round; below 1 if nowhere. */
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
