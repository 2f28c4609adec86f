import { ApiError, get, post } from '../../protocol/client';
import { Resource } from '../../protocol/resource.svelte';
import { inOneLine } from '../../text/errors';
import { capital } from '../../text/typography';
import { translated } from '../../text/service_words';
import { kept } from '../../ui/page_memory.svelte';
import { session } from '../../protocol/session.svelte';
import type { Amounts, FormField } from '../../protocol/types';
import type { Analysis } from '../../features/odds/analysis';
import { changesOf, fieldAt, type Edits } from '../../features/odds/changes';

export interface Trouble {
  /** The field or group of the error; empty if none. */
  at: string;
  message: string;
  clauses: string[];
}

/** The edits, kept while the browser tab is open. */
interface Chosen {
  edits: Edits;
  seats: number;
  /** Meter amounts by key, if not the seed. */
  meters: Amounts;
}

/** The id of a setting's field on the page. */
export const editId = (path: string) => `edit-${path.replaceAll('.', '-')}`;

const PAUSE_MS = 120;
const AGAIN_MS = 1_000;
const TOO_MANY = 429;
const MOST_TRIES = 30;

/** A house on the workbench: by the book, and with edits. */
export class Workbench {
  readonly opened = new Resource((signal) => this.#open(signal));
  /** The figures for the edits; retried while the service is busy. */
  readonly #worked = new Resource(
    (signal) => this.#work(signal),
    (error, tries) =>
      error instanceof ApiError && error.status === TOO_MANY && tries < MOST_TRIES
        ? AGAIN_MS
        : undefined,
  );

  house = $derived(this.opened.value?.house ?? null);
  /** By the book, at the same meters and seats. */
  book = $derived((this.#worked.value ?? this.opened.value)?.book ?? null);
  /** With the edits; the last result that could be computed. */
  now = $derived(this.#worked.value?.now ?? this.book);
  working = $derived(this.#worked.busy);

  groups = $derived(this.opened.value?.groups ?? []);
  trouble = $derived(this.#worked.error ? this.#troubleOf(this.#worked.error) : null);
  changed = $derived(Object.keys(this.edits).length > 0);

  /** The seed of each meter. */
  #seeds = $derived<Amounts>(
    Object.fromEntries(
      Object.entries(this.house?.felt.meters ?? {}).map(([key, meter]) => [key, meter.seed_cents]),
    ),
  );

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

  /** The amount of each meter, by key. */
  get meters(): Amounts {
    return { ...this.#seeds, ...this.chosen.meters };
  }

  load = async (): Promise<void> => {
    await this.opened.look();
    const { edits, seats, meters } = this.chosen;
    const touched = Object.keys({ ...edits, ...meters }).length || seats > 1;
    if (this.house && touched) await this.#worked.look();
  };

  close(): void {
    this.opened.drop();
    this.#worked.drop();
  }

  valueOf(field: FormField) {
    return this.edits[field.name] ?? field.initial;
  }

  /** A value equal to the book's is not an edit. */
  set(path: string, value: number | string | boolean): void {
    const others = Object.entries(this.edits).filter(([each]) => each !== path);
    const fields = this.groups.flatMap((group) => group.fields);
    const same = fields.find((field) => field.name === path)?.initial === value;
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
    this.#worked.error = null;
    this.#soon();
  }

  #soon(): void {
    this.#worked.lookAfter(PAUSE_MS);
  }

  async #open(signal: AbortSignal) {
    const wanted = { path: { key: this.key }, signal };
    const [house, groups, book] = await Promise.all([
      get('/api/houses/{key}', wanted),
      get('/api/houses/{key}/changeable', wanted),
      get('/api/houses/{key}/analysis', wanted),
    ]);
    return { house, groups, book };
  }

  async #work(signal: AbortSignal) {
    const book = await this.#byTheBook(signal);
    const changes = changesOf(this.edits);
    return { book, now: this.changed ? await this.#analysed(changes, signal) : book };
  }

  #byTheBook(signal: AbortSignal): Promise<Analysis> {
    const [only, ...others] = Object.values(this.meters);
    if (others.length) return this.#analysed({}, signal);
    const path = { key: this.key };
    const query = { seats: this.seats, meter: only };
    return get('/api/houses/{key}/analysis', { path, query, signal });
  }

  async #analysed(changes: Record<string, unknown>, signal: AbortSignal): Promise<Analysis> {
    await session.ensure();
    const { key: house, seats, meters } = this;
    return post('/api/analysis', { body: { house, changes, seats, meters }, signal });
  }

  #troubleOf(error: unknown): Trouble {
    if (!(error instanceof ApiError)) return { at: '', message: inOneLine(error), clauses: [] };
    const at = fieldAt(this.groups, error.path);
    return { at, message: translated(sentence(error.message)), clauses: error.clauses };
  }
}

/** House errors omit the subject; it is the field they are attached to. */
function sentence(text: string): string {
  const words = text.replaceAll('_', ' ');
  return capital(words) + (/[.!?]$/.test(words) ? '' : '.');
}
