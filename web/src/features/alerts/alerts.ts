/** Alerts in words. */
import type { components } from '../../protocol/schema';
import { playerName } from '../../text/players';
import { inWords } from '../../text/wagers';
import { keysOf } from '../../ui/keys_of';

export type Alert = components['schemas']['Alert'];
export type AlertsShown = components['schemas']['AlertsShown'];
export type Kind = Alert['kind'];

/** What is watched for. */
export const KINDS: Record<Kind, { title: string; about: string }> = {
  stub_count_overdue: {
    title: 'Stub counts overdue',
    about: 'more rounds between two counts of the stub than the house allows',
  },
  deck_overdue: {
    title: 'Decks overdue',
    about: 'decks that have been in use for longer than the house allows',
  },
  payout_unverified: {
    title: 'Payouts unverified',
    about: 'large payouts that no person has verified',
  },
  irregularities_repeat: {
    title: 'Irregularities repeat',
    about: 'irregularities that repeat with one dealer or at one table',
  },
  result_unlikely: {
    title: 'Results unlikely',
    about: 'results beyond what the exact mathematics of the bets allows',
  },
  decisions_fit_knowledge: {
    title: 'Decisions fit knowledge',
    about: "decisions that fit a dealer's card which the player should not have seen",
  },
  tray_negative: {
    title: 'Trays below zero',
    about: 'trays that owe chips which are not there',
  },
  tray_low: {
    title: 'Trays low',
    about: 'trays that the next payouts may empty',
  },
  count_variance: {
    title: 'Counts that differ',
    about: 'counts of a tray or a drop box that come to something else than the books say',
  },
  dealer_unknown: {
    title: 'Dealers unknown',
    about: 'dealers on duty whom the house does not know, or who do not deal',
  },
  dealer_at_two_tables: {
    title: 'Dealers at two tables',
    about: 'dealers on duty at two tables with real cards at the same time',
  },
  notice_unacknowledged: {
    title: 'Notices unacknowledged',
    about: 'notices that wait for longer than the house allows',
  },
  voids_repeat: {
    title: 'Voids repeat',
    about: 'rounds that became void again and again with one dealer or at one table',
  },
  tokes_high: {
    title: 'Tokes out of proportion',
    about: 'tokes that are a large share of what was bet with a dealer',
  },
  relief_needless: {
    title: 'Reliefs without need',
    about: 'dealers who were relieved almost as soon as they were on duty',
  },
  practice_in_series: {
    title: 'Practice tables in series',
    about: 'people who have one practice table made after the other',
  },
  staff_changed: {
    title: 'Staff changed',
    about: 'who was let in, shut out, or given another role or a new password, and by whom',
  },
  limits_changed: {
    title: 'Limits of alerts changed',
    about: 'who set what is worth an alert, and to what',
  },
};

/** By what they are about, in the order in which they are watched for. */
export function byKind(alerts: Alert[]): [Kind, Alert[]][] {
  const kinds = keysOf(KINDS);
  const found = kinds.map((kind): [Kind, Alert[]] => [
    kind,
    alerts.filter((alert) => alert.kind === kind),
  ]);
  return found.filter(([, each]) => each.length);
}

export function aboutInWords(about: string): string {
  const [kind = '', ...rest] = about.split(':');
  const name = rest.join(':');
  return `${inWords(kind)} ${kind === 'table' ? name : playerName(name)}`;
}

const METHODS: Record<string, string> = {
  exact: 'exactly',
  bounded: 'within a proven error',
  'at most': 'at most',
};

/** `1 in 25,000, exactly`; nothing where an alert does not rest on chance. */
export function chanceInWords(alert: Pick<Alert, 'chance' | 'method'>): string {
  const { chance, method } = alert;
  if (chance === null || chance === undefined) return '';
  const how = METHODS[method] ?? method;
  if (chance === 0) return `too small to be written, ${how}`;
  const times = 1 / chance;
  const text =
    times < 1e9
      ? Math.round(times).toLocaleString('en-US')
      : `10^${Math.floor(Math.log10(times))} or more`;
  return `1 in ${text}${how ? `, ${how}` : ''}`;
}
