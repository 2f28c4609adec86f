import type { Point } from '../../felt/geometry';

export interface Size {
  width: number;
  height: number;
}

const GAP = 34; // Between the centre of a spot and its bubble.
const EDGE = 8;

/** Places a bubble on the inner side of a point, else above or below it. */
export function beside(point: Point, box: Size, area: Size): Point {
  const inwards = point.x > area.width / 2 ? point.x - GAP - box.width : point.x + GAP;
  const fits = inwards >= EDGE && inwards + box.width <= area.width - EDGE;
  const above = point.y - GAP - box.height;
  const x = fits ? inwards : point.x - box.width / 2;
  const y = fits ? point.y - box.height / 2 : above >= EDGE ? above : point.y + GAP;
  return {
    x: within(x, box.width, area.width),
    y: within(y, box.height, area.height),
  };
}

const within = (at: number, size: number, room: number) =>
  Math.max(EDGE, Math.min(at, room - size - EDGE));
