import type { Arrangement, Kind, Layout } from './geometry';
import { compact, landscape, portrait } from './phone_tables';
import { LEAST, TALL, WIDE } from './table_outline';
import { wide } from './wide_table';

/** The smallest print on the felt, in screen pixels. */
const LEAST_PX = 11;
export function kindFor(width: number, height: number): Kind {
  const readable = (felt: { width: number; height: number }, least: number) =>
    Math.min(width / felt.width, height / felt.height) * least >= LEAST_PX;
  if (readable(WIDE, LEAST.wide)) return 'wide';
  if (width > height * 1.15) return 'landscape';
  return readable(TALL, LEAST.portrait) ? 'portrait' : 'compact';
}

const FELTS = { wide, portrait, compact, landscape };

export const arrangement = (kind: Kind, layout: Layout): Arrangement => FELTS[kind](layout);
