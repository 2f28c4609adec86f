/** Notices as people read them. */
import type { Notice } from '../../features/shell/notices.svelte';

const ABOUT: Record<Notice['about'], string> = {
  royal: 'A royal flush',
  jackpot: 'A jackpot',
  large_payout: 'A large payout to verify',
  defective_deck: 'A defective deck',
  wrong_count: 'A wrong count of cards',
  machine_failure: 'A machine has failed',
  halt: 'The table stands still',
  suspicion: 'A suspicion',
  entered_payout: 'A large payout by cards that no device read',
  void: 'A round is void',
  dispute: 'Money of a dispute',
  corrected: 'An entry was corrected',
  reading_differs: 'Cards were entered that the shoe read otherwise',
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
