import { language, preferred, speak, type Language } from '../text/catalogue.svelte';

/** The viewer's display settings, kept in this browser only. */

type Speed = 'relaxed' | 'normal' | 'fast';
/** Factors of the normal pause. */
const PACE: Record<Speed, number> = { relaxed: 1.7, normal: 1, fast: 0.4 };

export interface Choices {
  room: 'dark' | 'light' | 'system';
  deck: 'two' | 'four';
  motion: 'system' | 'reduced';
  sound: boolean;
  keys: boolean;
  advisor: boolean;
  /** Evaluates each decision afterwards. */
  trainer: boolean;
  /** How a dealer confirms steps: in groups, one by one, or by the table's default. */
  steps: 'table' | 'groups' | 'single';
  /** The side of the dealer's confirm button. */
  hand: 'right' | 'left';
  /** How long each step of a round stays on screen. */
  speed: Speed;
  /** The first round's help was shown or skipped. */
  taught: boolean;
  language: Language | 'system';
}

const KEY = 'queenhigh.settings';
const DEFAULTS: Choices = {
  room: 'system',
  deck: 'two',
  motion: 'system',
  sound: false,
  keys: true,
  advisor: false,
  trainer: false,
  steps: 'table',
  hand: 'right',
  speed: 'normal',
  taught: false,
  language: 'system',
};

function stored(): Choices {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

const LIGHT = '(prefers-color-scheme: light)';
const STILL = '(prefers-reduced-motion: reduce)';
const prefers = (what: string) => globalThis.matchMedia?.(what).matches ?? false;

class Settings {
  chosen = $state<Choices>(stored());

  get room(): 'dark' | 'light' {
    if (this.chosen.room !== 'system') return this.chosen.room;
    return prefers(LIGHT) ? 'light' : 'dark';
  }

  get still(): boolean {
    return this.chosen.motion === 'reduced' || prefers(STILL);
  }

  /** The factor of the normal pause. */
  get pace(): number {
    return PACE[this.chosen.speed] ?? 1;
  }

  /** Follows the system's preference while the page is open. */
  follow(): void {
    for (const what of [LIGHT, STILL]) {
      globalThis.matchMedia?.(what).addEventListener('change', () => void this.show());
    }
  }

  choose(changes: Partial<Choices>): void {
    Object.assign(this.chosen, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.chosen));
    } catch {
      // Without storage the choice lasts until the page is left.
    }
    void this.show();
  }

  /** The room is an attribute of the document, so that style sheets alone decide how it looks. */
  async show(): Promise<void> {
    const root = document.documentElement;
    root.dataset.room = this.room;
    root.dataset.deck = this.chosen.deck;
    root.dataset.motion = this.still ? 'still' : 'moving';
    await speak(this.chosen.language === 'system' ? preferred() : this.chosen.language);
    root.lang = language.now;
  }
}

export const settings = new Settings();
