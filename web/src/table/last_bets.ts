/** Repeats the last round's bets for every seat. */
import type { CommandOf } from '../protocol/commands';
import type { Amounts, TableView } from '../protocol/types';

/** The player who made the bets: they are not repeated for another. */
interface Staked {
  player: string;
  wagers: Amounts;
}
export type LastBets = Record<number, Staked>;

/** Remembers the bets in a state: of the current round, or of the finished one. */
export function remembered(last: LastBets, view: Pick<TableView, 'phase' | 'seats'>): LastBets {
  const between = view.phase === 'betting' || view.phase === 'opening';
  const found: LastBets = {};
  for (const { seat, player, wagers, results } of view.seats) {
    const lines = (results ?? []).filter((line) => !line.toke && line.stake > 0);
    const staked = between
      ? Object.fromEntries(lines.map((line) => [line.wager, line.stake]))
      : wagers;
    if (Object.keys(staked).length) found[seat] = { player, wagers: staked };
  }
  return { ...last, ...found };
}

/** The bets to repeat for seats without bets, in the order of the house's spots. */
export function repeated(
  last: LastBets,
  view: Pick<TableView, 'seats'>,
  spots: string[],
): CommandOf<'place_wager'>[] {
  return view.seats
    .filter(({ wagers }) => !Object.keys(wagers).length)
    .flatMap(({ seat, player }) => {
      const before = last[seat];
      if (before?.player !== player) return [];
      return spots
        .filter((wager) => before.wagers[wager])
        .map((wager) => ({
          type: 'place_wager' as const,
          seat,
          wager,
          amount: before.wagers[wager] ?? 0,
        }));
    });
}
