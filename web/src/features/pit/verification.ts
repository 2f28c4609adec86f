/** Payouts that somebody other than the dealer verifies first. */
import type { components } from '../../protocol/schema';
import type { Terms } from '../../text/terms';
import { say } from '../../text/staff';

type Group = components['schemas']['Group'];

export function verifies(group: Group | null | undefined): boolean {
  return Boolean(group?.payouts.length && group.steps[0]?.name.startsWith('verify_'));
}

/** A bet's name; a toke says so. */
export const betName = (bet: string, toke: boolean): string =>
  toke ? say('dealer.betForDealer', { bet }) : bet;

/** `Verify $180`: the total paid for the hand, now and at the end. */
export const verifying = ({ pays }: Group, terms: Terms): string =>
  say('pit.verify', { payouts: terms.money(pays) });
