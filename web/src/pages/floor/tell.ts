import { post } from '../../protocol/client';
import type { Command, Refusal } from '../../protocol/types';
import { newId } from '../../protocol/ids';
import { refusalOf } from '../../table/desk.svelte';

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
