import type { Results } from '../../protocol/types';

/** A player's result round by round, and its mathematical expectation. */
export interface Point {
  round: number;
  result: number;
  expected: number;
  /** The average cost so far of decisions that were not the best. */
  mistakes: number;
  /** The remainder: luck. */
  luck: number;
  /** One standard deviation of the sum so far. */
  deviation: number;
}

export function running({ rounds, expected }: Results): Point[] {
  let result = 0;
  let mean = 0;
  let variance = 0;
  let mistakes = 0;
  return rounds.map((round, index) => {
    result += round.net;
    mean += expected[index]?.mean_cents ?? 0;
    variance += expected[index]?.variance ?? 0;
    mistakes += expected[index]?.mistakes_cents ?? 0;
    return {
      round: round.number,
      result,
      expected: mean,
      mistakes,
      luck: result - mean + mistakes,
      deviation: Math.sqrt(variance),
    };
  });
}
