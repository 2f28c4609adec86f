import { ApiError, inOneLine } from './client';

/** The delay before a retry; null if the failure is final. */
type Retry = (error: unknown, tries: number) => number | undefined;

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

  readonly #ask: () => Promise<T>;
  readonly #retry: Retry;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<T>, retry: Retry = () => undefined) {
    this.#ask = ask;
    this.#retry = retry;
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

  /** Ignore the answer that is still in flight. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#asked++;
    this.busy = false;
  }

  async #answer(ask: () => Promise<T>, tries = 0): Promise<void> {
    clearTimeout(this.#timer);
    const own = ++this.#asked;
    this.busy = true;
    try {
      const found = await ask();
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
  }
}

/**
 * For components: loads at once, and again when something changes that `ask` reads before its first
 * `await`.
 */
export function resource<T>(ask: () => Promise<T>, retry?: Retry): Resource<T> {
  const found = new Resource(ask, retry);
  $effect(() => {
    void found.look();
    return () => found.drop();
  });
  return found;
}
