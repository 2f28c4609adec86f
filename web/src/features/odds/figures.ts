/** Figures as they are written: the percentage, and the exact fraction beside it. */

export function percent(value: number, decimals = 3): string {
  const hundredfold = value * 100;
  const least = 0.5 * 10 ** -decimals;
  if (hundredfold !== 0 && Math.abs(hundredfold) < least * 10) {
    return minus(Number(hundredfold.toPrecision(2)).toFixed(smallDecimals(hundredfold))) + '%';
  }
  return minus(hundredfold.toFixed(decimals)) + '%';
}

function smallDecimals(value: number): number {
  return Math.min(12, 1 - Math.floor(Math.log10(Math.abs(value))));
}

export function signedPercent(value: number, decimals = 3): string {
  return value > 0 ? '+' + percent(value, decimals) : percent(value, decimals);
}

/** `13,733,780 / 407,170,400`, and a root with its sign. */
export function fraction(exact: string): string {
  const root = /^sqrt\((.*)\)$/.exec(exact);
  const grouped = (root?.[1] ?? exact)
    .split('/')
    .map((part) => minus(part.replace(/\B(?=(\d{3})+$)/g, ',')))
    .join(' / ');
  return root ? `√(${grouped})` : grouped;
}

/** A probability as people say it: `1 in 460`. */
export function oneIn(probability: number): string {
  if (!probability) return 'never';
  const times = 1 / probability;
  const digits = times < 10 ? 2 : times < 100 ? 1 : 0;
  const text = times.toLocaleString('en-US', { maximumFractionDigits: digits });
  return text === '1' ? 'always' : `1 in ${text}`;
}

/** By the title of its row; a net result of ante and play in units, others by their keys. */
export function outcomeName(outcome: string, titles: Record<string, string> = {}): string {
  if (/^[+-]?[\d.]+$/.test(outcome)) return units(Number(outcome));
  const words = titles[outcome] ?? outcome.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function units(net: number): string {
  const sign = net > 0 ? '+' : net < 0 ? '−' : '';
  return `${sign}${Math.abs(net).toLocaleString('en-US')}`;
}

export function decimal(value: number, digits = 4): string {
  return minus(value.toFixed(digits));
}

function minus(text: string): string {
  return text.replace('-', '−');
}
