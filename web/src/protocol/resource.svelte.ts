import { ApiError, inOneLine } from './client';

/** Something the service is asked for: loading, failing, racing, retrying and polling. */
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

  /** Looks over and over; returns what ends it. A hidden page asks nothing until it is seen again. */
  poll(every: number): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const again = async () => {
      clearTimeout(timer);
      if (!document.hidden) await this.look();
      clearTimeout(timer);
      if (!ended) timer = setTimeout(() => void again(), every);
    };
    const seen = () => {
      if (!document.hidden) void again();
    };
    void again();
    document.addEventListener('visibilitychange', seen);
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      this.drop();
    };
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
