import { ApiError, inOneLine } from './client';

/** The delay before a retry; null if the failure is final. */
type Retry = (error: unknown, tries: number) => number | undefined;

/** Loads the data; the signal ends a request whose answer is no longer wanted. */
type Ask<T> = (signal: AbortSignal) => Promise<T>;

/** Data from the service: loads, fails, retries, and ignores outdated answers. */
export class Resource<T> {
  /** The latest answer; kept while a new one is loading. */
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);
  busy = $state(false);
  /** The error in words, or empty. */
  wrong = $derived(this.error ? inOneLine(this.error) : '');
  /** The service answered 404. */
  missing = $derived(this.error instanceof ApiError && this.error.status === 404);

  readonly #ask: Ask<T>;
  readonly #retry: Retry;
  /** Milliseconds after an answer until the next request; 0 if it is asked for only once. */
  readonly #every: number;
  #asked = 0;
  #aborts = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: Ask<T>, retry: Retry = () => undefined, every = 0) {
    this.#ask = ask;
    this.#retry = retry;
    this.#every = every;
  }

  /** Loads again. Only the latest request's answer is used. */
  look = (): Promise<void> => this.#answer(this.#ask);

  /** Loads after this long without another call. */
  lookAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), ms);
  }

  /** Appends to the latest answer; does nothing while loading. */
  async extend(further: (value: T) => Promise<T>): Promise<void> {
    const { value } = this;
    if (value !== null && !this.busy) await this.#answer(() => further(value));
  }

  /** Ends a request in flight, and ignores its answer. */
  drop(): void {
    this.#next();
    this.busy = false;
  }

  /** Forgets the answer too. */
  forget(): void {
    this.drop();
    this.value = this.error = null;
  }

  /** The number of the next request; the one before it ends. */
  #next(): number {
    clearTimeout(this.#timer);
    this.#aborts.abort();
    this.#aborts = new AbortController();
    return ++this.#asked;
  }

  async #answer(ask: Ask<T>, tries = 0): Promise<void> {
    const own = this.#next();
    this.busy = true;
    try {
      const found = await ask(this.#aborts.signal);
      if (own !== this.#asked) return;
      this.value = found;
      this.error = null;
    } catch (error) {
      if (own !== this.#asked) return;
      const wait = this.#retry(error, tries);
      if (wait !== undefined) {
        this.#timer = setTimeout(() => void this.#answer(ask, tries + 1), wait);
        return; // Still busy.
      }
      this.error = error;
    }
    this.busy = false;
    if (this.#every) this.lookAfter(this.#every);
  }
}

/**
 * For components: loads at once, and again when something changes that `ask` reads before its first
 * `await`.
 */
export const resource = <T>(ask: Ask<T>, retry?: Retry): Resource<T> =>
  shown(new Resource(ask, retry));

/** The same, and again this long after each answer: for what no live connection tells. */
export const polled = <T>(ask: Ask<T>, everyMs: number): Resource<T> =>
  shown(new Resource(ask, undefined, everyMs));

function shown<T>(found: Resource<T>): Resource<T> {
  $effect(() => {
    void found.look();
    return () => found.drop();
  });
  return found;
}
