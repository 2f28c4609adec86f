import type { Results } from '../../protocol/types';

/** A player's result round by round, and what the mathematics expects of such bets. */
export interface Point {
  round: number;
  result: number;
  expected: number;
  /** What decisions other than the best ones cost so far, on average. */
  mistakes: number;
  /** What is left: the cards. */
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
