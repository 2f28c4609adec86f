/** Alerts in words. */
import type { components } from '../../protocol/schema';
import { playerName } from '../../text/players';
import { inWords } from '../../text/wagers';
import { keysOf } from '../../ui/keys_of';
import { counted } from '../../text/money';
import { say } from '../../text/staff';

export type Alert = components['schemas']['Alert'];
type Kind = Alert['kind'];

const worded = (kind: Kind) => ({
  title: say(`alerts.${kind}.title`),
  about: say(`alerts.${kind}.about`),
});

/** The kinds of alert, in the order in which they are shown. */
export const KINDS: Record<Kind, { title: string; about: string }> = {
  stub_count_overdue: worded('stub_count_overdue'),
  deck_overdue: worded('deck_overdue'),
  payout_unverified: worded('payout_unverified'),
  irregularities_repeat: worded('irregularities_repeat'),
  result_unlikely: worded('result_unlikely'),
  decisions_fit_knowledge: worded('decisions_fit_knowledge'),
  tray_negative: worded('tray_negative'),
  tray_low: worded('tray_low'),
  count_variance: worded('count_variance'),
  dealer_unknown: worded('dealer_unknown'),
  dealer_at_two_tables: worded('dealer_at_two_tables'),
  notice_unacknowledged: worded('notice_unacknowledged'),
  voids_repeat: worded('voids_repeat'),
  tokes_high: worded('tokes_high'),
  relief_needless: worded('relief_needless'),
  practice_in_series: worded('practice_in_series'),
  staff_changed: worded('staff_changed'),
  limits_changed: worded('limits_changed'),
  deposits_large: worded('deposits_large'),
};

/** Alerts grouped by kind, in the order of `KINDS`. */
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

/** How the chance was computed; a bound keeps the service's word. */
const METHODS: Record<string, string> = {
  exact: say('alerts.exactly'),
  bounded: say('alerts.withinProvenError'),
};

/** `1 in 25,000, exactly`; empty for alerts that do not rest on chance. */
export function chanceInWords(alert: Pick<Alert, 'chance' | 'method'>): string {
  const { chance, method } = alert;
  if (chance === null || chance === undefined) return '';
  const how = METHODS[method] ?? method;
  if (chance === 0) return say('alerts.tooSmallWritten', { how });
  const times = 1 / chance;
  const text =
    times < 1e9
      ? counted(Math.round(times))
      : say('alerts.ten', { times: Math.floor(Math.log10(times)) });
  return say('alerts.one', { text, how: how ? `, ${how}` : '' });
}
