/** The sections of the surveillance page, and the right that each is offered for. */
import { session } from '../../protocol/session.svelte';

export const SECTIONS: Record<string, { title: string; right: string }> = {
  live: { title: 'Live', right: 'rounds.search' },
  search: { title: 'Search', right: 'rounds.search' },
  alerts: { title: 'Alerts', right: 'alerts.see' },
};

export function offeredSections(): string[] {
  return Object.keys(SECTIONS).filter((name) => session.may(SECTIONS[name]?.right ?? ''));
}

export const replayPath = (table: string, round: number) =>
  `/surveillance/round/${encodeURIComponent(table)}/${round}`;

export const dossierPath = (table: string, round: number) =>
  `/surveillance/dossier/${encodeURIComponent(table)}/${round}`;

export const dossierOf = (table: string, round: number) =>
  `/api/tables/${encodeURIComponent(table)}/rounds/${round}/dossier`;
