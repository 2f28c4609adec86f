import { get } from './client';
import type { FeltPrint } from './types';

/** The tables that the viewer may look at. */
export const tables = (signal?: AbortSignal) => get('/api/tables', { signal });

/** The print of a table's felt. */
export async function feltOf(table: string): Promise<FeltPrint & { table: string }> {
  return { ...(await get('/api/tables/{table}/house', { path: { table } })), table };
}
