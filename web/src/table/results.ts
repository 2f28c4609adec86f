import type { Line } from './scene';
import { say } from '../text/catalogue.svelte';
import type { Terms } from '../text/terms';

/** A result is shown by word, sign and colour; this is the word. */
export const resultWord = (result: Line['result']): string => say(`result.${result}`);

export const isResult = (name: string): name is Line['result'] =>
  ['win', 'lose', 'push', 'forfeit'].includes(name);

/** The fee is not a bet: it has a line but no spot. */
export const FEE = 'fee';

export function lineName(line: Line, terms: Terms): string {
  if (line.wager === FEE) return say('result.fee');
  return terms.title(line.wager) + (line.toke ? say('result.toke') : '');
}

export function resultText(line: Line, terms: Terms): string {
  return line.result === 'push' ? say('result.push') : terms.signed(line.net);
}

export function resultInWords(line: Line, terms: Terms): string {
  const word = resultWord(line.result);
  return line.result === 'push' ? word : `${word} ${terms.signed(line.net)}`;
}
