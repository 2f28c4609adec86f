import type { Advice } from '../protocol/types';
import { differenceOf, type Verdict } from './trainer.svelte';
import { say } from '../text/catalogue.svelte';
import type { Terms } from '../text/terms';

/** The better decision and its advantage in words. */
export function adviceInWords(given: Advice, terms: Terms): string {
  const amount = terms.money(Math.round(differenceOf(given)));
  return say(given.advice.best === 'play' ? 'trainer.betterPlay' : 'trainer.betterFold', {
    amount,
  });
}

/** Whether a decision was right, and what the other would have been worth. */
export function verdictInWords({ done, right, cents }: Verdict, terms: Terms): string {
  const amount = terms.money(Math.round(cents));
  if (right) return say(done === 'play' ? 'trainer.rightPlay' : 'trainer.rightFold', { amount });
  return say(done === 'play' ? 'trainer.wrongPlay' : 'trainer.wrongFold', { amount });
}
