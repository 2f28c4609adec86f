/** Chips or notes by denomination. */
export interface Stack {
  value: number;
  count: number;
}

export const totalOf = (stacks: readonly Stack[]): number =>
  stacks.reduce((sum, { value, count }) => sum + value * count, 0);

/** Sets the count of one value; zero removes it. Sorted from the highest value down. */
export function withCount(stacks: readonly Stack[], value: number, count: number): Stack[] {
  const others = stacks.filter((each) => each.value !== value);
  const changed = count > 0 ? [...others, { value, count }] : others;
  return changed.sort((one, other) => other.value - one.value);
}
