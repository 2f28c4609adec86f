import { language, preferred, speak, type Language } from '../text/catalogue.svelte';

/** What a person has chosen about the room. Kept in this browser only. */

export type Speed = 'relaxed' | 'normal' | 'fast';
/** Times the usual pause. */
const PACE: Record<Speed, number> = { relaxed: 1.7, normal: 1, fast: 0.4 };

export interface Choices {
  room: 'dark' | 'light' | 'system';
  deck: 'two' | 'four';
  motion: 'system' | 'reduced';
  sound: boolean;
  keys: boolean;
  advisor: boolean;
  /** Told after each decision whether it was right. */
  trainer: boolean;
  /** A dealer's: confirmed in groups, one by one, or as the table is meant. */
  steps: 'table' | 'groups' | 'single';
  /** On which side a dealer confirms. */
  hand: 'right' | 'left';
  /** How long each step of a round is looked at. */
  speed: Speed;
  /** The first round has been explained, or was not wanted. */
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

  /** What a pause of the usual length is multiplied by. */
  get pace(): number {
    return PACE[this.chosen.speed] ?? 1;
  }

  /** The system may change its mind while the page is open. */
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
      // A browser that keeps nothing: the choice holds until the page is left.
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
