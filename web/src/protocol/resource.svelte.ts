import { ApiError, inOneLine } from './client';

/** How long to wait before asking again after a failure; nothing where it is final. */
type Retry = (error: unknown, tries: number) => number | undefined;

/** Something the service is asked for: loading, failing, racing and retrying. */
export class Resource<T> {
  /** The latest answer; it stays while a new one is on its way. */
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);
  busy = $state(false);
  /** What went wrong, in words; empty when all is well. */
  wrong = $derived(this.error ? inOneLine(this.error) : '');
  /** There is no such thing. */
  missing = $derived(this.error instanceof ApiError && this.error.status === 404);

  readonly #ask: () => Promise<T>;
  readonly #retry: Retry;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: () => Promise<T>, retry: Retry = () => undefined) {
    this.#ask = ask;
    this.#retry = retry;
  }

  /** Asks again. Of several questions only the latest is answered. */
  look = (): Promise<void> => this.#answer(this.#ask);

  /** Asks once nothing has called for it for this long. */
  lookAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), ms);
  }

  /** Puts an answer in place that continues the latest one; does nothing while one is on its way. */
  async extend(further: (value: T) => Promise<T>): Promise<void> {
    const { value } = this;
    if (value !== null && !this.busy) await this.#answer(() => further(value));
  }

  /** Nobody waits for an answer that is on its way. */
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
 * For a component: asked at once, and again when something changes that `ask` reads before its
 * first `await`.
 */
export function resource<T>(ask: () => Promise<T>, retry?: Retry): Resource<T> {
  const found = new Resource(ask, retry);
  $effect(() => {
    void found.look();
    return () => found.drop();
  });
  return found;
}
