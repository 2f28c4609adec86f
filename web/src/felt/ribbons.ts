import type { PlaceLayout } from './geometry';

/** Measures of a ribbon, in font sizes. */
export const RIBBON = { letter: 0.47, figure: 0.62, gap: 0.7, padding: 0.6, height: 1.4 };

/** The width of a ribbon: for the result, and in total. */
export function ribbonWidths(name: string, net: string, size: number) {
  const result = net.length * RIBBON.figure * size;
  const gap = name && net ? RIBBON.gap : 0;
  const rest = name.length * RIBBON.letter + gap + 2 * RIBBON.padding;
  return { net: result, whole: result + rest * size };
}

/** The largest font size that fits, but never below the legible minimum. */
export function ribbonSize(name: string, net: string, at: PlaceLayout['ribbon']): number {
  const { whole } = ribbonWidths(name, net, at.size);
  return Math.max(at.leastSize, at.size * Math.min(1, at.width / whole));
}
