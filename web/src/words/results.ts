import type { Line } from '../scene/scene';
import { dollars, signed } from './money';
import { wagerName } from './wagers';

/** Told by word, sign and colour together; this is the word. */
export const RESULT_WORD = { win: 'Win', lose: 'Loss', push: 'Push', forfeit: 'Forfeit' };

export function lineInWords(line: Line): string {
  const name = wagerName(line.wager) + (line.toke ? ' for the dealer' : '');
  if (line.wager === 'fee') return `The house's fee: ${dollars(line.stake)}.`;
  if (line.result === 'push') return `${name} pushes: ${dollars(line.stake)} goes back.`;
  if (line.result === 'lose') return `${name} loses ${dollars(line.stake)}.`;
  if (line.result === 'forfeit') return `${name} is given up: ${dollars(line.stake)}.`;
  return `${name} wins ${dollars(line.paid)}${line.odds ? `, ${line.odds}` : ''}.`;
}

export function resultText(line: Line): string {
  return line.result === 'push' ? 'Push' : signed(line.net);
}

export function resultInWords(line: Line): string {
  const word = RESULT_WORD[line.result];
  return line.result === 'push' ? word : `${word} ${signed(line.net)}`;
}
