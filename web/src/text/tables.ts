import type { LobbyTable } from '../protocol/types';
import { say } from './catalogue.svelte';

/** The name that somebody chose for a table, as they wrote it; empty if it has its house's. */
export function tableName({ practice, name, house_name }: LobbyTable): string {
  if (practice) return say('history.practice');
  return name === house_name ? '' : name;
}
