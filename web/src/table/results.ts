import type { Line } from './scene';
import { say } from '../text/catalogue.svelte';
import { named, told } from '../text/service_words';
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

/** The result of a bet and its reason, for screen readers. */
export function lineInWords(line: Line, terms: Terms): string {
  const text = outcomeInWords(line, terms);
  return line.why ? `${text} ${told(line.why)}` : text;
}

function outcomeInWords(line: Line, terms: Terms): string {
  const title = terms.title(line.wager);
  const bet = line.toke ? say('spoken.forDealer', { bet: title }) : title;
  const amount = terms.money(line.stake);
  if (line.wager === FEE) return say('spoken.fee', { amount });
  if (line.result === 'push') return say('spoken.pushes', { bet, amount });
  if (line.result === 'lose') return say('spoken.loses', { bet, amount });
  if (line.result === 'forfeit') return say('spoken.forfeits', { bet, amount });
  const odds = line.odds ? `, ${named(line.odds)}` : '';
  return say('spoken.wins', { bet, amount: terms.money(line.paid), odds });
}

export function resultText(line: Line, terms: Terms): string {
  return line.result === 'push' ? say('result.push') : terms.signed(line.net);
}

export function resultInWords(line: Line, terms: Terms): string {
  const word = resultWord(line.result);
  return line.result === 'push' ? word : `${word} ${terms.signed(line.net)}`;
}
