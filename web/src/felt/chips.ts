/** The chips that picture an amount. The amount itself is written beside them. */

const HIGHEST_PILE = 5;
const MOST_PILES = 3;

/** As many chips as the picture has room for, the highest first. */
function chipsFor(cents: number, values: readonly number[]): number[] {
  const most = HIGHEST_PILE * MOST_PILES;
  const chips: number[] = [];
  let rest = cents;
  for (const value of [...values].sort((one, other) => other - one)) {
    const count = Math.min(Math.floor(rest / value), most - chips.length);
    chips.push(...Array<number>(count).fill(value));
    rest %= value;
  }
  return chips;
}

/** Sorted by value, with the highest at the bottom of the first pile. */
export function piles(cents: number, values: readonly number[]): number[][] {
  const chips = chipsFor(cents, values);
  const found: number[][] = [];
  for (let start = 0; start < chips.length; start += HIGHEST_PILE) {
    found.push(chips.slice(start, start + HIGHEST_PILE));
  }
  return found;
}

/** Standard chip colours; other values are plain. */
const COLOURS: Record<number, string> = {
  100: 'white',
  200: 'yellow',
  300: 'pink',
  400: 'teal',
  500: 'red',
  2500: 'green',
  10000: 'black',
  50000: 'purple',
  100000: 'orange',
};

export function chipColour(cents: number): string {
  return COLOURS[cents] ?? 'plain';
}

export function chipText(cents: number): string {
  if (cents < 100) return `${cents}¢`;
  return cents >= 100_000 ? `${cents / 100_000}k` : String(cents / 100);
}
