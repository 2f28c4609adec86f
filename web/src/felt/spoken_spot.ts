import type { SpotPrint } from '../protocol/types';
import { isFixed } from '../table/chip_choice';
import { resultInWords } from '../table/results';
import type { SpotScene } from '../table/scene';
import { say } from '../text/catalogue.svelte';
import { translatedValue } from '../text/service_words';
import type { Terms } from '../text/terms';

/** A spot for screen readers: its bet, what lies beside it, its result, and its limits if open. */
export function spokenSpot(
  print: SpotPrint,
  { toke, coupon, line }: SpotScene,
  shown: number,
  terms: Terms,
  open: boolean,
): string {
  const parts = [
    `${print.title}: ${shown ? terms.money(shown) : say('spot.nothing')}`,
    toke && say('spot.for', { amount: terms.money(toke) }),
    coupon && say('spot.coupon', { amount: terms.money(coupon) }),
    line && resultInWords(line, terms),
    open && range(print, terms),
  ];
  return parts.filter(Boolean).join('. ');
}

function range({ limits, limits_in_words }: SpotPrint, terms: Terms): string {
  if (!limits) return '';
  const words = translatedValue(limits_in_words);
  if (isFixed(limits)) return words;
  return say('spot.by', { limits: words, step: terms.money(limits.step) });
}
