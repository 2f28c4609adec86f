import { post } from '../../api/client';
import type { Command, Refusal } from '../../api/types';
import { newId } from '../../live/ids';
import { refusalOf } from '../dealer/desk.svelte';

/** A command at a table, in the own name; null where it is done. */
export async function tell(table: string, command: Command): Promise<Refusal | null> {
  const sent = { ...command, id: command.id || newId() };
  try {
    await post(`/api/tables/${encodeURIComponent(table)}/commands`, sent);
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}
