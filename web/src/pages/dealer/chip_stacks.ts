/** Chips to cut for a payout: the fewest of the house's own, the greatest first. */
import type { Stack } from '../../features/commands/stacks';

/** What no chip of the house makes up is left over. */
export function cut(cents: number, chips: readonly number[]): Stack[] {
  const stacks: Stack[] = [];
  let rest = cents;
  for (const value of [...chips].sort((one, other) => other - one)) {
    const count = Math.floor(rest / value);
    if (count > 0) stacks.push({ value, count });
    rest -= count * value;
  }
  return stacks;
}
