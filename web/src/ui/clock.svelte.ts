/** A clock that ticks only while it is on screen. */
class Clock {
  now = $state(Date.now());
  #watched = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly everyMs: number) {}

  /** Called in an effect; returns the function that stops it. */
  run(): () => void {
    if (this.#watched++ === 0) {
      this.now = Date.now();
      this.#timer = setInterval(() => (this.now = Date.now()), this.everyMs);
    }
    return () => {
      if (--this.#watched === 0) clearInterval(this.#timer);
    };
  }
}

export const clock = new Clock(1_000);
/** For countdowns. */
export const stopwatch = new Clock(250);
