import { ApiError, get, inOneLine, post } from '../../api/client';
import { session } from '../../api/session.svelte';
import type { Analysis, House } from './analysis';
import { changesOf, fieldAt, groupsOf, settingAt, type Edits, type HouseOption } from './changes';

export interface Trouble {
  /** The field or group it belongs to; empty where it belongs to none. */
  at: string;
  message: string;
  clauses: string[];
}

const PAUSE_MS = 120;
const TOO_MANY = 429;

/** A house on the workbench: as its book has it, and as somebody would have it. */
export class Workbench {
  house = $state.raw<House | null>(null);
  options = $state.raw<HouseOption[]>([]);
  /** By the book, at the same meter and seats. */
  book = $state.raw<Analysis | null>(null);
  /** With the changes; the last one that could be worked out. */
  now = $state.raw<Analysis | null>(null);
  edits = $state.raw<Edits>({});
  seats = $state(1);
  meter = $state<number | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  working = $state(false);

  groups = $derived(this.house ? groupsOf(this.house.settings, this.options) : []);
  changed = $derived(Object.keys(this.edits).length > 0);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(readonly key: string) {}

  async load(): Promise<void> {
    const path = `/api/houses/${encodeURIComponent(this.key)}`;
    const [house, options, book] = await Promise.all([
      get<House>(path),
      get<HouseOption[]>(`${path}/options`),
      get<Analysis>(`${path}/analysis`),
    ]);
    this.house = house;
    this.options = options;
    this.book = this.now = book;
    this.meter = book.wagers.progressive?.meter_cents ?? null;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  valueAt(path: string) {
    return this.edits[path] ?? (this.house ? settingAt(this.house.settings, path) : undefined);
  }

  /** What the book itself says is no change. */
  set(path: string, value: number | string | boolean): void {
    const others = Object.entries(this.edits).filter(([each]) => each !== path);
    const same = this.house && settingAt(this.house.settings, path) === value;
    this.edits = Object.fromEntries(same ? others : [...others, [path, value]]);
    this.#soon();
  }

  setTable(changes: { seats?: number; meter?: number }): void {
    if (changes.seats !== undefined) this.seats = changes.seats;
    if (changes.meter !== undefined) this.meter = changes.meter;
    this.#soon();
  }

  reset(): void {
    this.edits = {};
    this.trouble = null;
    this.#soon();
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), PAUSE_MS);
  }

  async #work(): Promise<void> {
    const asked = ++this.#asked;
    this.working = true;
    try {
      const book = await this.#byTheBook();
      const now = this.changed ? await this.#asChanged() : book;
      if (asked !== this.#asked) return;
      this.book = book;
      this.now = now;
      this.trouble = null;
    } catch (error) {
      if (asked !== this.#asked) return;
      if (error instanceof ApiError && error.status === TOO_MANY) {
        this.#timer = setTimeout(() => void this.#work(), 1000);
        return;
      }
      this.trouble = this.#troubleOf(error);
    } finally {
      if (asked === this.#asked) this.working = false;
    }
  }

  #byTheBook(): Promise<Analysis> {
    const meter = this.meter === null ? '' : `&meter=${this.meter}`;
    const path = `/api/houses/${encodeURIComponent(this.key)}/analysis`;
    return get(`${path}?seats=${this.seats}${meter}`);
  }

  async #asChanged(): Promise<Analysis> {
    await session.ensure();
    return post('/api/analysis', {
      house: this.key,
      changes: changesOf(this.edits),
      seats: this.seats,
      meter: this.meter,
    });
  }

  #troubleOf(error: unknown): Trouble {
    if (!(error instanceof ApiError)) return { at: '', message: inOneLine(error), clauses: [] };
    const at = fieldAt(this.groups, error.path);
    return { at, message: sentence(error.message), clauses: error.clauses };
  }
}

/** A house's complaint has no subject: the field it stands at is it. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
