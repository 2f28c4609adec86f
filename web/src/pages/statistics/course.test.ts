import { expect, test } from 'vitest';

import type { Results } from '../../protocol/types';
import { running } from './course';

const round = (number: number, staked: Record<string, number>, net: number) =>
  ({ number, staked, net }) as Results['rounds'][number];

test('results add up, and means and variances of what was bet with them', () => {
  const points = running({
    table: 'main',
    rounds: [round(1, { ante: 1_000, play: 1_000 }, 2_000), round(2, { ante: 1_000 }, -1_000)],
    expected: [
      { mean_cents: -30, variance: 1_600 ** 2 },
      { mean_cents: -30, variance: 1_600 ** 2 },
    ],
  } as Results);
  expect(points.map((point) => point.result)).toEqual([2_000, 1_000]);
  expect(points[1]?.expected).toBeCloseTo(-60);
  expect(points[1]?.deviation).toBeCloseTo(1_600 * Math.SQRT2);
});
