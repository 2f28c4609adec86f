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

interface Score {
  decided: number;
  right: number;
  /** What the wrong ones cost on average, in cents. */
  cost: number;
}

export const NO_SCORE: Score = { decided: 0, right: 0, cost: 0 };

function counted(): Score {
  const score = $state({ ...NO_SCORE });
  return score;
}

/** Keeps count of right and wrong decisions while one sits at a table. */
export class Trainer {
  last = $state.raw<Verdict | null>(null);

  constructor(readonly score: Score = counted()) {}

  note(done: 'play' | 'fold', given: Advice): void {
    const { best } = given.advice;
    const cents = differenceOf(given);
    this.last = { done, best, right: done === best, cents };
    this.score.decided += 1;
    if (done === best) this.score.right += 1;
    else this.score.cost += cents;
  }
}
