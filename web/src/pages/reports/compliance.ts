/** Duties and disputes in words. */
import { roleInWords, speaker } from '../../text/speakers';
import { money } from '../../text/money';
import { inWords } from '../../text/wagers';
import type { DayReport } from '../../features/reports/report';

type Standing = DayReport['duties'][number];
type Dispute = DayReport['disputes'][number];

export interface DutyLine {
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
      ? `${inWords(duty.report)}, cash ${duty.direction}`
      : `Tax form, ${duty.payout.title}`,
    patron: cash ? duty.patron : duty.payout.patron,
    cents: cash ? duty.cents : duty.payout.winnings,
    done: done ? `${done.reference}, ${speaker(done.by)}` : '',
    missing: missing.map((each) => `${each.what} (${roleInWords(each.who)})`).join('; '),
  };
}

/** How far a dispute has come, by the last thing that was done about it. */
export function stateOf(dispute: Dispute): string {
  if (dispute.finding) return 'found on by the authority';
  if (dispute.notified) return `with the ${dispute.taken?.authority ?? 'authority'}`;
  if (dispute.taken) return `taken to the ${dispute.taken.authority}, who must be notified`;
  if (dispute.decided) return roleInWords(dispute.decided.decision);
  return 'open';
}

export function movedBy(dispute: Dispute): string {
  const moved = [dispute.decided?.cents ?? 0, dispute.finding?.cents ?? 0].filter(Boolean);
  return moved.map((cents) => money(cents)).join(', ') || money(0);
}
