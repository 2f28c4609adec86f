import type { TableView } from '../protocol/types';

/** The chips of each player: one stack, at however many seats. */
export type Stacks = Record<string, number>;

/** What a player gets back of a void round; negative if payouts were taken back. */
export interface Returned {
  seats: number[];
  cents: number;
}

type Seats = { seats: Pick<TableView['seats'][number], 'seat' | 'player' | 'stack'>[] };

export const stacksIn = ({ seats }: Seats): Stacks =>
  Object.fromEntries(seats.map(({ player, stack }) => [player, stack]));

/** The returns of a void are the growth of the players' stacks. */
export function grownSince(before: Stacks, view: Seats): Returned[] {
  return Object.entries(stacksIn(view))
    .map(([player, stack]) => ({
      seats: view.seats.filter((seat) => seat.player === player).map(({ seat }) => seat),
      cents: stack - (before[player] ?? stack),
    }))
    .filter(({ cents }) => cents);
}
