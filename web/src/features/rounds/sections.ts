/** The sections of the surveillance page, and the right that each is offered for. */
import { session } from '../../protocol/session.svelte';
import { say } from '../../text/staff';

export const SECTIONS: Record<string, { title: string; right: string }> = {
  live: { title: say('surveillance.live'), right: 'rounds.search' },
  search: { title: say('words.search'), right: 'rounds.search' },
  alerts: { title: say('words.alerts'), right: 'alerts.see' },
};

export function offeredSections(): string[] {
  return Object.keys(SECTIONS).filter((name) => session.may(SECTIONS[name]?.right ?? ''));
}

export const replayPath = (table: string, round: number) =>
  `/surveillance/round/${encodeURIComponent(table)}/${round}`;

export const dossierPath = (table: string, round: number) =>
  `/surveillance/dossier/${encodeURIComponent(table)}/${round}`;
