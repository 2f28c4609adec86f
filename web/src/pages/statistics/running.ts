import type { Results } from '../../protocol/types';

/** A player's result round by round, and what the mathematics expects of such bets. */
export interface Point {
  round: number;
  result: number;
  expected: number;
  /** One standard deviation of the sum so far. */
  deviation: number;
}

export function running({ rounds, expected }: Results): Point[] {
  let result = 0;
  let mean = 0;
  let variance = 0;
  return rounds.map((round, index) => {
    result += round.net;
    mean += expected[index]?.mean_cents ?? 0;
    variance += expected[index]?.variance ?? 0;
    return { round: round.number, result, expected: mean, deviation: Math.sqrt(variance) };
  });
}
