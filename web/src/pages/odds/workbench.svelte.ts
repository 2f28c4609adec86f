import { ApiError, get, post } from '../../protocol/client';
import { inOneLine } from '../../text/errors';
import { told } from '../../text/told';
import { kept } from '../../ui/kept.svelte';
import { session } from '../../protocol/session.svelte';
import type { Amounts } from '../../protocol/types';
import type { Analysis, House } from '../../features/odds/analysis';
import type { Settings } from '../../features/odds/analysis';
import {
  changesOf,
  fieldAt,
  groupsOf,
  type Edits,
  type Field,
  type HouseOption,
} from '../../features/odds/changes';

interface Trouble {
  /** The field or group it belongs to; empty where it belongs to none. */
  at: string;
  message: string;
  clauses: string[];
}

/** What somebody has changed; kept while the browser's tab is open. */
interface Chosen {
  edits: Edits;
  seats: number;
  /** What a meter stands at, by its key, where it is not what it begins at. */
  meters: Amounts;
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
  trouble = $state.raw<Trouble | null>(null);
  working = $state(false);

  /** Of settings as a house file has them: the schema leaves their shape open. */
  groups = $derived(
    this.house ? groupsOf(this.house.settings as Settings, this.options, this.house.felt) : [],
  );
  changed = $derived(Object.keys(this.edits).length > 0);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  /** What each meter begins at. */
  #seeds = $state.raw<Amounts>({});

  constructor(
    readonly key: string,
    readonly chosen: Chosen = kept<Chosen>(`odds/${key}`, { edits: {}, seats: 1, meters: {} }),
  ) {}

  get edits(): Edits {
    return this.chosen.edits;
  }

  get seats(): number {
    return this.chosen.seats;
  }

  /** What each meter stands at, by its key. */
  get meters(): Amounts {
    return { ...this.#seeds, ...this.chosen.meters };
  }

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
    const meters = Object.entries(house.felt.meters);
    this.#seeds = Object.fromEntries(meters.map(([key, meter]) => [key, meter.seed_cents]));
    const { edits, seats, meters: set } = this.chosen;
    if (Object.keys({ ...edits, ...set }).length || seats > 1) await this.#work();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  valueOf(field: Field) {
    return this.edits[field.path] ?? field.value;
  }

  /** What the book itself says is not a change. */
  set(path: string, value: number | string | boolean): void {
    const others = Object.entries(this.edits).filter(([each]) => each !== path);
    const fields = this.groups.flatMap((group) => group.fields);
    const same = fields.find((field) => field.path === path)?.value === value;
    this.chosen.edits = Object.fromEntries(same ? others : [...others, [path, value]]);
    this.#soon();
  }

  setTable(changes: { seats?: number; meters?: Amounts }): void {
    if (changes.seats !== undefined) this.chosen.seats = changes.seats;
    if (changes.meters) this.chosen.meters = { ...this.chosen.meters, ...changes.meters };
    this.#soon();
  }

  reset(): void {
    this.chosen.edits = {};
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
    const [only, ...others] = Object.values(this.meters);
    if (others.length) return this.#analysed({});
    const meter = only === undefined ? '' : `&meter=${only}`;
    const path = `/api/houses/${encodeURIComponent(this.key)}/analysis`;
    return get(`${path}?seats=${this.seats}${meter}`);
  }

  #asChanged(): Promise<Analysis> {
    return this.#analysed(changesOf(this.edits));
  }

  async #analysed(changes: Record<string, unknown>): Promise<Analysis> {
    await session.ensure();
    const { key: house, seats, meters } = this;
    return post('/api/analysis', { house, changes, seats, meters });
  }

  #troubleOf(error: unknown): Trouble {
    if (!(error instanceof ApiError)) return { at: '', message: inOneLine(error), clauses: [] };
    const at = fieldAt(this.groups, error.path);
    return { at, message: told(sentence(error.message)), clauses: error.clauses };
  }
}

/** A house's complaint has no subject: the field it stands at is it. */
function sentence(text: string): string {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}
