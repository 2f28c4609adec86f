/** Axes: positions of values, and ticks. */

export interface Scale {
  at(value: number): number;
  ticks: number[];
}

/** About `wanted` round numbers within the range. */
export function roundTicks(low: number, high: number, wanted: number): number[] {
  if (!(high > low)) return [low];
  const rough = (high - low) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough * 0.7);
  const found = step ?? 10 * power;
  const ticks: number[] = [];
  for (let index = Math.ceil(low / found - 1e-9); index * found <= high + found * 1e-9; index++) {
    ticks.push(Number((index * found).toPrecision(12)));
  }
  return ticks;
}

export function linear(domain: [number, number], range: [number, number], wanted = 4): Scale {
  const [low, high] = domain;
  const [from, to] = range;
  const width = high - low || 1;
  return {
    at: (value) => from + ((value - low) / width) * (to - from),
    ticks: roundTicks(low, high, wanted),
  };
}

/** Powers of ten, or every second or third one if there are many. */
export function logarithmic(domain: [number, number], range: [number, number], most = 6): Scale {
  const low = Math.floor(Math.log10(domain[0]));
  const high = Math.ceil(Math.log10(domain[1]));
  const [from, to] = range;
  const every = Math.max(1, Math.ceil((high - low) / most));
  const ticks: number[] = [];
  for (let power = high; power >= low; power -= every) ticks.unshift(10 ** power);
  return {
    at: (value) => from + ((Math.log10(value) - low) / (high - low || 1)) * (to - from),
    ticks,
  };
}

/** A value clipped to the plot, and whether it lies beyond. */
export function clipped(
  value: number | null,
  most: number,
): { at: number; beyond: boolean } | null {
  if (value === null || !Number.isFinite(value)) return null;
  const at = Math.max(-most, Math.min(most, value));
  return { at, beyond: at !== value };
}

/** Label positions in the given order, moved down to avoid overlap. */
export function apart(places: number[], room: number): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let last = -Infinity;
  for (const index of order) {
    last = Math.max(places[index] ?? 0, last + room);
    moved[index] = last;
  }
  return moved;
}
