import { get } from './client';
import type { FeltPrint } from './types';

/** What is printed on a table's felt. */
export function feltOf(table: string): Promise<FeltPrint> {
  return get<FeltPrint>(`/api/tables/${encodeURIComponent(table)}/house`);
}
