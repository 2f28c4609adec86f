import type { Advice } from '../protocol/types';

/** A decision and its evaluation. */
export interface Verdict {
  done: 'play' | 'fold';
  best: 'play' | 'fold';
  right: boolean;
  /** The average advantage of the better decision, in cents. */
  cents: number;
}

/** The difference between the two decisions, in cents; advice is in antes. */
export function differenceOf({ advice, ante_cents }: Advice): number {
  return Math.abs(advice.play.value - advice.fold.value) * ante_cents;
}

interface Score {
  decided: number;
  right: number;
  /** The average cost of the wrong ones, in cents. */
  cost: number;
}

export const NO_SCORE: Score = { decided: 0, right: 0, cost: 0 };

function counted(): Score {
  const score = $state({ ...NO_SCORE });
  return score;
}

/** Counts right and wrong decisions at a table. */
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
