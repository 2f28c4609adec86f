import { language, preferred, type Language } from '../text/catalogue.svelte';

/** What a person has chosen about the room. Kept in this browser only. */

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
  language: 'system',
};

function stored(): Choices {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

const prefers = (what: string) => globalThis.matchMedia?.(what).matches ?? false;

class Settings {
  chosen = $state<Choices>(stored());

  get room(): 'dark' | 'light' {
    if (this.chosen.room !== 'system') return this.chosen.room;
    return prefers('(prefers-color-scheme: light)') ? 'light' : 'dark';
  }

  get still(): boolean {
    return this.chosen.motion === 'reduced' || prefers('(prefers-reduced-motion: reduce)');
  }

  choose(changes: Partial<Choices>): void {
    Object.assign(this.chosen, changes);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.chosen));
    } catch {
      // A browser that keeps nothing: the choice holds until the page is left.
    }
    this.show();
  }

  /** The room is an attribute of the document, so that style sheets alone decide how it looks. */
  show(): void {
    const root = document.documentElement;
    language.now = this.chosen.language === 'system' ? preferred() : this.chosen.language;
    root.lang = language.now;
    root.dataset.room = this.room;
    root.dataset.deck = this.chosen.deck;
    root.dataset.motion = this.still ? 'still' : 'moving';
  }
}

export const settings = new Settings();
