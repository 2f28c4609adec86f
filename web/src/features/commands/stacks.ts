/** Chips or notes by what is printed on them. */
export interface Stack {
  value: number;
  count: number;
}

export const totalOf = (stacks: readonly Stack[]): number =>
  stacks.reduce((sum, { value, count }) => sum + value * count, 0);

/** With so many of one value; none of it leaves it out. The highest value comes first. */
export function withCount(stacks: readonly Stack[], value: number, count: number): Stack[] {
  const others = stacks.filter((each) => each.value !== value);
  const changed = count > 0 ? [...others, { value, count }] : others;
  return changed.sort((one, other) => other.value - one.value);
}
