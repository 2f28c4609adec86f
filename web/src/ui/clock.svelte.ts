/** A clock that ticks only while it is on screen. */
class Clock {
  now = $state(Date.now());
  #watched = 0;
  #timer = 0;

  /** Called in an effect; returns the function that stops it. */
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
