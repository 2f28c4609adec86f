import type { Limit } from '../protocol/types';
import { say } from './catalogue.svelte';
import type { Terms } from './terms';

/** Limits as on a placard: `$5–$300`, a single amount, or a minimum. */
export function limitText(limit: Limit, terms: Terms): string {
  if (limit.maximum === null) return `${terms.money(limit.minimum)}+`;
  if (limit.minimum === limit.maximum) return terms.money(limit.minimum);
  return `${terms.money(limit.minimum)}–${terms.short(limit.maximum)}`;
}

/** In words: `$5 to $300`. */
export function limitInWords(limit: Limit, terms: Terms): string {
  if (limit.maximum === null) return say('limit.from', { least: terms.money(limit.minimum) });
  if (limit.minimum === limit.maximum) return terms.money(limit.minimum);
  return say('limit.between', {
    least: terms.money(limit.minimum),
    most: terms.money(limit.maximum),
  });
}
