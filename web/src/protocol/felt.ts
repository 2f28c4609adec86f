import { get } from './client';
import type { FeltPrint } from './types';

/** The print of a table's felt. */
export async function feltOf(table: string): Promise<FeltPrint & { table: string }> {
  return { ...(await get<FeltPrint>(`/api/tables/${encodeURIComponent(table)}/house`)), table };
}
