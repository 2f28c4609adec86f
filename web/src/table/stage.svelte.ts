import type { Amounts, TableEvent, TableView } from '../protocol/types';
import { announce } from '../ui/announcer.svelte';
import { settings } from '../ui/settings.svelte';
import { play } from './sound';
import { beatOf } from './beats';
import { evolve } from './evolve';
import { PLAIN, type Terms } from '../text/terms';
import { sceneOf, settled, type Scene } from './scene';

interface Act {
  events: TableEvent[];
  view: TableView;
  /** Shown without waiting. */
  hurried: boolean;
  /** It was kept back while a result was on show. */
  released?: boolean;
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
    this.#acts = [];
    this.#kept = [];
    this.#showing++;
    this.#wake?.();
    this.scene = sceneOf(view);
    this.version = view.version;
    this.playing = false;
  }

  perform(events: TableEvent[], view: TableView): void {
    // The next deal does not wait until the last one has been looked at.
    if (events.some((event) => event.type === 'bets_locked')) this.skip();
    this.#acts.push({ events, view, hurried: events.length > MOST_MISSED });
    if (!this.playing) void this.#run();
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
        if (this.scene && act.view.version > this.version) {
          this.scene = settled(this.scene, act.view);
          this.version = act.view.version;
        }
      } catch (error) {
        console.error(error);
        this.scene = sceneOf(act.view); // The table is as the service says, however it came to it.
        this.version = act.view.version;
      }
    }
    this.#now = null;
    this.playing = false;
  }

  /** Bets of others wait until whoever reads their own result does something, or the cards come. */
  #keepsBack(act: Act): boolean {
    const own = this.#own();
    const reads = this.scene?.over && this.scene.lines.some((line) => own.includes(line.seat));
    return Boolean(
      reads &&
      !act.released &&
      act.events.length &&
      act.events.every(
        (event) =>
          BETS.includes(event.type) && 'seat' in event && !own.includes(Number(event.seat)),
      ),
    );
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
