/** Duties and disputes in words. */
import { roleInWords, speaker } from '../../text/speakers';
import { money } from '../../text/money';
import { inWords } from '../../text/wagers';
import type { DayReport } from '../../features/reports/report';
import { say } from '../../text/staff';

type Standing = DayReport['duties'][number];
type Dispute = DayReport['disputes'][number];

interface DutyLine {
  name: string;
  patron: string;
  cents: number;
  currency: string | undefined;
  done: string;
  missing: string;
}

export function dutyLine({ duty, done, missing }: Standing): DutyLine {
  const cash = 'report' in duty;
  return {
    name: cash
      ? say('reports.cash', {
          report: inWords(duty.report),
          direction: say(`compliance.${duty.direction}`),
        })
      : say('reports.taxForm', { title: duty.payout.title }),
    patron: cash ? duty.patron : duty.payout.patron,
    cents: cash ? duty.cents : duty.payout.winnings,
    currency: cash ? undefined : duty.payout.currency,
    done: done ? `${done.reference}, ${speaker(done.by)}` : '',
    missing: missing.map((each) => `${each.what} (${roleInWords(each.who)})`).join('; '),
  };
}

/** The state of a dispute, by the last action on it. */
export function stateOf(dispute: Dispute): string {
  if (dispute.finding) return say('reports.foundAuthority');
  if (dispute.notified)
    return say('reports.withThe', {
      authority: dispute.taken?.authority ?? say('reports.authority'),
    });
  if (dispute.taken)
    return say('reports.takenMustNotified', { authority: dispute.taken.authority });
  if (dispute.decided) return roleInWords(dispute.decided.decision);
  return say('reports.open');
}

/** A table's currency, as far as the report knows the table; else the report's. */
export function currencyAt({ currency, trays, by }: DayReport, table: string): string {
  const played = by.table?.find(({ of }) => of === table);
  return (played ?? trays.find((each) => each.table === table))?.currency ?? currency;
}

export function movedBy(dispute: Dispute, currency: string): string {
  const moved = [dispute.decided?.cents ?? 0, dispute.finding?.cents ?? 0].filter(Boolean);
  return moved.map((cents) => money(cents, currency)).join(', ') || money(0, currency);
}
