/** Notices, formatted for people. */
import type { Notice } from '../../features/shell/notices.svelte';
import { say } from '../../text/staff';

const ABOUT: Record<Notice['about'], string> = {
  royal: say('notices.royalFlush'),
  jackpot: say('notices.jackpot'),
  large_payout: say('notices.largePayoutVerify'),
  defective_deck: say('notices.defectiveDeck'),
  wrong_count: say('notices.wrongCountCards'),
  machine_failure: say('notices.machineFailed'),
  halt: say('words.standsStill'),
  suspicion: say('notices.suspicion'),
  entered_payout: say('notices.largePayoutCards'),
  void: say('notices.roundVoid'),
  dispute: say('notices.moneyDispute'),
  corrected: say('notices.entryCorrected'),
  reading_differs: say('notices.cardsWereEntered'),
};

export function about(notice: Notice): string {
  return ABOUT[notice.about];
}

export const escalated = (notice: Notice) =>
  notice.waiting.length > 0 && notice.overdue_seconds > 0;

/** The most overdue first, then the newest. */
export function inOrder(notices: Notice[]): Notice[] {
  const overdue = (notice: Notice) => (escalated(notice) ? notice.overdue_seconds : 0);
  return [...notices].sort(
    (one, other) =>
      overdue(other) - overdue(one) ||
      Number(other.yours) - Number(one.yours) ||
      Date.parse(other.at) - Date.parse(one.at),
  );
}
