import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';

import { settings } from '../ui/settings.svelte';
import type { Point } from './geometry';

/** Animations follow events. With reduced motion, things fade instead. */

interface Way {
  /** The start or end, relative to the final position. */
  by: Point;
  ms: number;
  delay?: number;
  turn?: number;
}

export function slide(_node: Element, { by, ms, delay = 0, turn = 0 }: Way): TransitionConfig {
  if (settings.still) return { duration: 120, css: (t) => `opacity: ${t}` };
  return {
    duration: ms,
    delay,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${by.x * u}px, ${by.y * u}px) rotate(${turn * u}deg); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** Half a flip: one side closes, then the other opens. */
export function flip(_node: Element, { ms, second }: { ms: number; second: boolean }) {
  if (settings.still) return { duration: 120, css: (t: number) => `opacity: ${t}` };
  return {
    duration: ms / 2,
    delay: second ? ms / 2 : 0,
    css: (t: number) => `transform: scaleX(${t})`,
  };
}
