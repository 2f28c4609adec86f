/** The fewest chips of these values for an amount, the highest first. A remainder is left out. */
export function fewestChips(
  cents: number,
  values: readonly number[],
): { value: number; count: number }[] {
  let rest = cents;
  return [...values]
    .sort((one, other) => other - one)
    .map((value) => {
      const count = Math.floor(rest / value);
      rest -= count * value;
      return { value, count };
    })
    .filter(({ count }) => count > 0);
}
