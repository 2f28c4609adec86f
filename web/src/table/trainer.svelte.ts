import type { Advice } from '../protocol/types';

/** One decision, looked at afterwards. */
export interface Verdict {
  done: 'play' | 'fold';
  best: 'play' | 'fold';
  right: boolean;
  /** By how much the better way is better, on average, in cents. */
  cents: number;
}

/** What the two ways are apart, in cents: advice is counted in antes. */
export function differenceOf({ advice, ante_cents }: Advice): number {
  return Math.abs(advice.play.value - advice.fold.value) * ante_cents;
}

/** Keeps count of right and wrong decisions while one sits at a table. */
export class Trainer {
  last = $state.raw<Verdict | null>(null);
  decided = $state(0);
  right = $state(0);
  /** What the wrong ones cost on average. */
  cost = $state(0);

  note(done: 'play' | 'fold', given: Advice): void {
    const { best } = given.advice;
    const cents = differenceOf(given);
    this.last = { done, best, right: done === best, cents };
    this.decided += 1;
    if (done === best) this.right += 1;
    else this.cost += cents;
  }
}
