/** A clock that ticks only while somebody looks at it. */
class Clock {
  now = $state(Date.now());
  #watched = 0;
  #timer = 0;

  /** For an effect: runs until what it returns is called. */
  run(): () => void {
    if (this.#watched++ === 0) {
      this.#timer = window.setInterval(() => (this.now = Date.now()), 1_000);
    }
    return () => {
      if (--this.#watched === 0) clearInterval(this.#timer);
    };
  }
}

export const clock = new Clock();
