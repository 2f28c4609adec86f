/** Chips to cut for a payout: the fewest of the house's own, the greatest first. */
export interface Stack {
  value: number;
  number: number;
}

export interface Cut {
  stacks: Stack[];
  /** What no chip of the house makes up. */
  rest: number;
}

export function cut(cents: number, chips: readonly number[]): Cut {
  const stacks: Stack[] = [];
  let rest = cents;
  for (const value of [...chips].sort((one, other) => other - one)) {
    const number = Math.floor(rest / value);
    if (number > 0) stacks.push({ value, number });
    rest -= number * value;
  }
  return { stacks, rest };
}
