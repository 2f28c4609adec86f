/** Alerts in words. */
import type { components } from '../../protocol/schema';
import { playerName } from '../../text/players';
import { inWords } from '../../text/wagers';
import { keysOf } from '../../ui/keys_of';
import { counted } from '../../text/money';
import { say } from '../../text/staff';

export type Alert = components['schemas']['Alert'];
export type AlertsShown = components['schemas']['AlertsShown'];
export type Kind = Alert['kind'];

/** The kinds of alert. */
export const KINDS: Record<Kind, { title: string; about: string }> = {
  stub_count_overdue: {
    title: say('alerts.stubCountsOverdue'),
    about: say('alerts.moreRoundsBetween'),
  },
  deck_overdue: {
    title: say('alerts.decksOverdue'),
    about: say('alerts.decksBeenUse'),
  },
  payout_unverified: {
    title: say('alerts.payoutsUnverified'),
    about: say('alerts.largePayoutsNo'),
  },
  irregularities_repeat: {
    title: say('alerts.irregularitiesRepeat'),
    about: say('alerts.irregularitiesRepeatOne'),
  },
  result_unlikely: {
    title: say('alerts.resultsUnlikely'),
    about: say('alerts.resultsBeyondExact'),
  },
  decisions_fit_knowledge: {
    title: say('alerts.decisionsFitKnowledge'),
    about: say('alerts.decisionsFitDealer'),
  },
  tray_negative: {
    title: say('alerts.traysBelowZero'),
    about: say('alerts.traysOweChips'),
  },
  tray_low: {
    title: say('alerts.traysLow'),
    about: say('alerts.traysNextPayouts'),
  },
  count_variance: {
    title: say('alerts.countsDiffer'),
    about: say('alerts.countsTrayDrop'),
  },
  dealer_unknown: {
    title: say('alerts.dealersUnknown'),
    about: say('alerts.dealersDutyWhom'),
  },
  dealer_at_two_tables: {
    title: say('alerts.dealersTwoTables'),
    about: say('alerts.dealersDutyTwo'),
  },
  notice_unacknowledged: {
    title: say('alerts.noticesUnacknowledged'),
    about: say('alerts.noticesWaitLonger'),
  },
  voids_repeat: {
    title: say('alerts.voidsRepeat'),
    about: say('alerts.roundsBecameVoid'),
  },
  tokes_high: {
    title: say('alerts.tokesOutProportion'),
    about: say('alerts.tokesLargeShare'),
  },
  relief_needless: {
    title: say('alerts.reliefsWithoutNeed'),
    about: say('alerts.dealersWereRelieved'),
  },
  practice_in_series: {
    title: say('alerts.practiceTablesSeries'),
    about: say('alerts.manyPracticeTablesAbout'),
  },
  staff_changed: {
    title: say('alerts.staffChanged'),
    about: say('alerts.letShutOut'),
  },
  limits_changed: {
    title: say('alerts.limitsAlertsChanged'),
    about: say('alerts.setWorthAlert'),
  },
  deposits_large: {
    title: say('alerts.depositsLarge'),
    about: say('alerts.depositsOnePerson'),
  },
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
