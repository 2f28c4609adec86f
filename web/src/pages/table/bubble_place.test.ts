import { describe, expect, it } from 'vitest';

import { beside } from './bubble_place';

const BOX = { width: 240, height: 90 };
const PHONE = { width: 390, height: 560 };
const LAPTOP = { width: 1000, height: 640 };

describe('what is said about a spot', () => {
  it('stands on its inner side where there is room', () => {
    expect(beside({ x: 200, y: 300 }, BOX, LAPTOP)).toEqual({ x: 234, y: 255 });
    expect(beside({ x: 800, y: 300 }, BOX, LAPTOP)).toEqual({ x: 526, y: 255 });
  });

  it('stands over it where there is none, and under it at the top', () => {
    expect(beside({ x: 195, y: 300 }, BOX, PHONE)).toEqual({ x: 75, y: 176 });
    expect(beside({ x: 195, y: 60 }, BOX, PHONE)).toEqual({ x: 75, y: 94 });
  });

  it.each([
    { x: 0, y: 0 },
    { x: 390, y: 560 },
    { x: 330, y: 20 },
  ])('never goes over the edge: $x $y', (point) => {
    const at = beside(point, BOX, PHONE);
    expect(Math.min(at.x, at.y)).toBeGreaterThanOrEqual(8);
    expect(at.x + BOX.width).toBeLessThanOrEqual(382);
    expect(at.y + BOX.height).toBeLessThanOrEqual(552);
  });
});
