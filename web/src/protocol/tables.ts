import { get } from './client';
import type { FeltPrint, LobbyTable } from './types';

/** The tables that the viewer may look at. */
export const tables = (signal?: AbortSignal) => get<LobbyTable[]>('/api/tables', signal);

/** The print of a table's felt. */
export async function feltOf(table: string): Promise<FeltPrint & { table: string }> {
  return { ...(await get<FeltPrint>(`/api/tables/${encodeURIComponent(table)}/house`)), table };
}
