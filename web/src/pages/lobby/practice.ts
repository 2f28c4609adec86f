import { post } from '../../protocol/client';
import { session } from '../../protocol/session.svelte';
import { tables } from '../../protocol/tables';
import type { House, LobbyTable } from '../../protocol/types';
import { isBot } from '../../text/players';

/** New visitors see the house with the most bets. */
export const mostOffered = (houses: House[]): House | undefined =>
  [...houses].sort((one, other) => other.felt.spots.length - one.felt.spots.length)[0];

interface Wanted {
  house: string;
  bots: number;
  /** Accepts an existing table with any number of bots. */
  anyOthers?: boolean;
  /** Sit down with chips, or choose a buy-in first. */
  sit: 'any' | 'ready';
}

/** Finds the viewer's own table with these rules, or creates one. */
export async function practiceTable({ house, bots, anyOthers, sit }: Wanted): Promise<string> {
  const { name } = await session.ensure();
  const others = (table: LobbyTable) => table.seats.filter((seat) => isBot(seat.player)).length;
  const own = (await tables()).find(
    (table) =>
      table.practice &&
      table.automated &&
      table.owner === name &&
      table.house === house &&
      (anyOthers || others(table) === bots),
  );
  const { id } = own ?? (await post('/api/practice', { body: { house, bots } }));
  return `/table/${encodeURIComponent(id)}?sit=${sit}`;
}
