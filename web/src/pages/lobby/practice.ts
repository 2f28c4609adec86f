import { post } from '../../protocol/client';
import { session } from '../../protocol/session.svelte';
import type { House, LobbyTable } from '../../protocol/types';

/** Whoever comes first is shown the house with the most bets. */
export const mostOffered = (houses: House[]): House | undefined =>
  [...houses].sort((one, other) => other.felt.spots.length - one.felt.spots.length)[0];

/** Makes a private table; where to go to sit down at it, with chips (`ready`) or without. */
export async function practiceTable(
  house: string,
  bots: number,
  sit: 'any' | 'ready',
): Promise<string> {
  await session.ensure();
  const { id } = await post<LobbyTable>('/api/practice', { house, bots });
  return `/table/${encodeURIComponent(id)}?sit=${sit}`;
}
