import { describe, expect, it } from 'vitest';

import { apart, clipped, linear, logarithmic, roundTicks } from './scale';

describe('the ticks of an axis', () => {
  it('are round numbers within the range', () => {
    expect(roundTicks(0, 1, 4)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(roundTicks(-0.74, 0.2, 4)).toEqual([-0.6, -0.4, -0.2, 0, 0.2]);
    expect(roundTicks(0, 1_008_000, 2)).toEqual([0, 500_000, 1_000_000]);
  });

  it('are one where the range is a point', () => {
    expect(roundTicks(3, 3, 4)).toEqual([3]);
  });
});

describe('a linear scale', () => {
  it('goes from one end of the range to the other', () => {
    const scale = linear([-1, 1], [0, 200]);
    expect([scale.at(-1), scale.at(0), scale.at(1)]).toEqual([0, 100, 200]);
  });
});

describe('a logarithmic scale', () => {
  it('gives each power of ten the same room', () => {
    const scale = logarithmic([0.01, 1], [0, 100]);
    expect(scale.at(0.1)).toBeCloseTo(50);
    expect(scale.ticks).toEqual([0.01, 0.1, 1]);
  });

  it('leaves powers out where there would be too many, and keeps the greatest', () => {
    const { ticks } = logarithmic([0.000_001, 1], [0, 100], 3);
    expect(ticks.map((tick) => Math.round(Math.log10(tick)))).toEqual([-6, -4, -2, 0]);
  });
});

describe('a value on a plot that ends somewhere', () => {
  it('stays where it is within, and is told to be further out beyond', () => {
    expect(clipped(-1.5, 4)).toEqual({ at: -1.5, beyond: false });
    expect(clipped(-199, 4)).toEqual({ at: -4, beyond: true });
    expect(clipped(null, 4)).toBeNull();
  });
});

it('labels keep their order and never lie over each other', () => {
  expect(apart([100, 10, 104], 16)).toEqual([100, 10, 116]);
});
