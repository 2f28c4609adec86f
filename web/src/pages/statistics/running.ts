import type { Results } from '../../api/types';

/** A player's result round by round, and what the mathematics expects of such bets. */
export interface Point {
  round: number;
  result: number;
  expected: number;
  /** One standard deviation of the sum so far. */
  deviation: number;
}

/** Ante and play are one bet of the ante's size. */
const STAKE_OF: Record<string, string> = { ante_play: 'ante' };

export function running({ rounds, expected }: Results): Point[] {
  let result = 0;
  let mean = 0;
  let variance = 0;
  return rounds.map((round) => {
    result += round.net;
    for (const figures of expected) {
      const stake = round.staked[STAKE_OF[figures.wager] ?? figures.wager] ?? 0;
      mean += stake * figures.mean;
      variance += (stake * figures.deviation) ** 2;
    }
    return { round: round.number, result, expected: mean, deviation: Math.sqrt(variance) };
  });
}
