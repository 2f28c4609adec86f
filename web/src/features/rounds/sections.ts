/** The parts of the page, and who is offered them; the service has the last word. */
const FLOOR = ['floor', 'pit_manager', 'shift_manager', 'management'];
const WATCHERS = ['surveillance', 'auditor'];

export const SECTIONS: Record<string, { title: string; roles: string[] }> = {
  live: { title: 'Live', roles: [...FLOOR, ...WATCHERS] },
  search: { title: 'Search', roles: [...FLOOR, ...WATCHERS] },
  alerts: {
    title: 'Alerts',
    roles: ['pit_manager', 'shift_manager', 'management', ...WATCHERS],
  },
};

export function sectionsFor(role: string): string[] {
  return Object.keys(SECTIONS).filter((name) => SECTIONS[name]?.roles.includes(role));
}

export const replayPath = (table: string, round: number) =>
  `/surveillance/round/${encodeURIComponent(table)}/${round}`;

export const dossierPath = (table: string, round: number) =>
  `/surveillance/dossier/${encodeURIComponent(table)}/${round}`;

export const dossierOf = (table: string, round: number) =>
  `/api/tables/${encodeURIComponent(table)}/rounds/${round}/dossier`;
