import type { PlaceLayout } from './geometry';

/** In sizes of its letters. */
export const RIBBON = { letter: 0.47, figure: 0.62, gap: 0.7, padding: 0.6, height: 1.4 };

/** What a ribbon of letters of this size needs: for the result, and in all. */
export function ribbonWidths(name: string, net: string, size: number) {
  const result = net.length * RIBBON.figure * size;
  const gap = name && net ? RIBBON.gap : 0;
  const rest = name.length * RIBBON.letter + gap + 2 * RIBBON.padding;
  return { net: result, whole: result + rest * size };
}

/** Letters as large as there is room for, and no smaller than can be read. */
export function ribbonSize(name: string, net: string, at: PlaceLayout['ribbon']): number {
  const { whole } = ribbonWidths(name, net, at.size);
  return Math.max(at.leastSize, at.size * Math.min(1, at.width / whole));
}
