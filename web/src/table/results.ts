import type { Line } from './scene';
import { say } from '../text/catalogue.svelte';
import type { Terms } from '../text/terms';

/** Told by word, sign and colour together; this is the word. */
export const resultWord = (result: Line['result']): string => say(`result.${result}`);

export const isResult = (name: string): name is Line['result'] =>
  ['win', 'lose', 'push', 'forfeit'].includes(name);

/** The fee is no bet: it has a line, and no spot. */
export const FEE = 'fee';

export function lineName(line: Line, terms: Terms): string {
  if (line.wager === FEE) return say('result.fee');
  return terms.title(line.wager) + (line.toke ? say('result.toke') : '');
}

/** What came of a bet, and why, for those who listen. */
export function lineInWords(line: Line, terms: Terms): string {
  const text = outcomeInWords(line, terms);
  return line.why ? `${text} ${line.why}` : text;
}

function outcomeInWords(line: Line, terms: Terms): string {
  const name = terms.title(line.wager) + (line.toke ? ' for the dealer' : '');
  const stake = terms.money(line.stake);
  if (line.wager === FEE) return `The house's fee: ${stake}.`;
  if (line.result === 'push') return `${name} pushes: ${stake} goes back.`;
  if (line.result === 'lose') return `${name} loses ${stake}.`;
  if (line.result === 'forfeit') return `${name} is given up: ${stake}.`;
  return `${name} wins ${terms.money(line.paid)}${line.odds ? `, ${line.odds}` : ''}.`;
}

export function resultText(line: Line, terms: Terms): string {
  return line.result === 'push' ? say('result.push') : terms.signed(line.net);
}

export function resultInWords(line: Line, terms: Terms): string {
  const word = resultWord(line.result);
  return line.result === 'push' ? word : `${word} ${terms.signed(line.net)}`;
}
