import type { Amounts, TableEvent, TableView } from '../protocol/types';
import { announce } from '../ui/announcer.svelte';
import { settings } from '../ui/settings.svelte';
import { play } from './sound';
import { beatOf } from './beats';
import { evolve } from './evolve';
import { isHeld, isReading, nextBets } from './held_bets';
import { PLAIN, type Terms } from '../text/terms';
import { recalled, sceneOf, settled, type Scene } from './scene';

interface Act {
  events: TableEvent[];
  /** The service's sentence about each event. */
  texts: string[];
  view: TableView;
  /** Shown without pauses. */
  hurried: boolean;
  /** It was held back while a result was on screen. */
  released?: boolean;
  /** The rest is a separate act; the view is already ahead. */
  parted?: boolean;
}

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

  perform(events: TableEvent[], view: TableView, texts: string[] = []): void {
    // A new deal does not wait for the last result to be read.
    if (events.some((event) => event.type === 'bets_locked')) this.skip();
    const hurried = events.length > MOST_MISSED;
    const next = nextBets(events, this.#own());
    if (next > 0) {
      const [first, rest] = [texts.slice(0, next), texts.slice(next)];
      this.#acts.push({ events: events.slice(0, next), texts: first, view, hurried, parted: true });
      this.#acts.push({ events: events.slice(next), texts: rest, view, hurried });
    } else {
      this.#acts.push({ events, texts, view, hurried });
    }
    if (!this.playing) this.#run().catch((error: unknown) => console.error(error));
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

  /** Without pauses all is shown at once, before this returns. */
  async #run(): Promise<void> {
    const showing = this.#showing;
    this.playing = true;
    try {
      for (let act = this.#next(); act; act = this.#next()) {
        this.#now = act;
        try {
          for (const [index, event] of act.events.entries()) {
            const ms = this.#show(event, act.texts[index] ?? '', act.hurried);
            if (ms && !act.hurried && !document.hidden) await this.#pause(ms);
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
    } finally {
      if (showing === this.#showing) {
        this.#now = null;
        this.playing = false;
      }
    }
  }

  /** Shows an event; returns how long it stays. */
  #show(event: TableEvent, text: string, hurried: boolean): number {
    if (!this.scene) return 0;
    this.scene = evolve(this.scene, event);
    const { ms, sound, spoken } = beatOf(event, text, this.scene, this.#own(), this.terms);
    if (spoken) announce(spoken);
    if (sound && !hurried) play(sound);
    return ms;
  }

  /** The next act to be shown; those that are held back go before the one that releases them. */
  #next(): Act | undefined {
    for (let act = this.#acts.shift(); act; act = this.#acts.shift()) {
      if (this.#holdsBack(act)) this.#kept.push(act);
      else if (!this.#kept.length) return act;
      else {
        const kept = this.#kept.map((each) => ({ ...each, hurried: true, released: true }));
        this.#acts.unshift(...kept, act);
        this.#kept = [];
      }
    }
    return undefined;
  }

  #holdsBack({ events, released }: Act): boolean {
    const reads = !released && isReading(this.scene, this.#own());
    return reads && isHeld(events, this.#own(), this.#kept.length > 0);
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
