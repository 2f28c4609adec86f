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
  done: string;
  missing: string;
}

export function dutyLine({ duty, done, missing }: Standing): DutyLine {
  const cash = 'report' in duty;
  return {
    name: cash
      ? say('reports.cash', { report: inWords(duty.report), direction: duty.direction })
      : say('reports.taxForm', { title: duty.payout.title }),
    patron: cash ? duty.patron : duty.payout.patron,
    cents: cash ? duty.cents : duty.payout.winnings,
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

export function movedBy(dispute: Dispute): string {
  const moved = [dispute.decided?.cents ?? 0, dispute.finding?.cents ?? 0].filter(Boolean);
  return moved.map((cents) => money(cents)).join(', ') || money(0);
}
