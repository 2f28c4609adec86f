import { ApiError, inOneLine } from './client';

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
  #asked = 0;

  constructor(ask: () => Promise<T>) {
    this.#ask = ask;
  }

  /** Asks again. Of several questions only the latest is answered. */
  look = async (): Promise<void> => {
    const own = ++this.#asked;
    this.busy = true;
    try {
      const found = await this.#ask();
      if (own !== this.#asked) return;
      this.value = found;
      this.error = null;
    } catch (error) {
      if (own === this.#asked) this.error = error;
    } finally {
      if (own === this.#asked) this.busy = false;
    }
  };

  /** Nobody waits for an answer that is on its way. */
  drop(): void {
    this.#asked++;
    this.busy = false;
  }
}

/**
 * For a component: asked at once, and again when something changes that `ask` reads before its
 * first `await`.
 */
export function resource<T>(ask: () => Promise<T>): Resource<T> {
  const found = new Resource(ask);
  $effect(() => {
    void found.look();
    return () => found.drop();
  });
  return found;
}
