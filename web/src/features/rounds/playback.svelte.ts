const STEP_MS = 900;

/** Where a replay stands, and running it by itself to the end. */
export class Playback {
  at = $state(0);
  running = $state(false);

  constructor(private readonly count: () => number) {}

  get last(): number {
    return Math.max(0, this.count() - 1);
  }

  go = (to: number): void => {
    this.at = Math.max(0, Math.min(this.last, to));
  };

  /** From the beginning if it is at its end. */
  toggle = (): void => {
    if (!this.running && this.at === this.last) this.at = 0;
    this.running = !this.running;
  };

  /** Called in an effect; returns the function that stops it. */
  run(): (() => void) | undefined {
    if (!this.running) return undefined;
    const timer = setInterval(() => {
      if (this.at >= this.last) this.running = false;
      else this.at += 1;
    }, STEP_MS);
    return () => clearInterval(timer);
  }

  /** True if the key moved it. */
  pressed(key: string): boolean {
    const to: Record<string, number> = {
      ArrowRight: this.at + 1,
      ArrowLeft: this.at - 1,
      Home: 0,
      End: this.last,
    };
    if (to[key] === undefined) return false;
    this.go(to[key]);
    return true;
  }
}
