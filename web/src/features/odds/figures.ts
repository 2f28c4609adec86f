/** Formats figures: the percentage, and the exact fraction. */
import { language, say } from '../../text/catalogue.svelte';
import { counted } from '../../text/money';
import { translatedValue } from '../../text/service_words';
import { capital } from '../../text/typography';

export function percent(value: number, decimals = 3): string {
  const hundredfold = value * 100;
  const least = 0.5 * 10 ** -decimals;
  if (hundredfold !== 0 && Math.abs(hundredfold) < least * 10) {
    return minus(Number(hundredfold.toPrecision(2)).toFixed(smallDecimals(hundredfold))) + sign();
  }
  return minus(hundredfold.toFixed(decimals)) + sign();
}

function smallDecimals(value: number): number {
  return Math.min(12, 1 - Math.floor(Math.log10(Math.abs(value))));
}

export function signedPercent(value: number, decimals = 3): string {
  return value > 0 ? '+' + percent(value, decimals) : percent(value, decimals);
}

/** `13,733,780 / 407,170,400`; roots keep their sign. */
export function fraction(exact: string): string {
  const root = /^sqrt\((.*)\)$/.exec(exact);
  const grouped = (root?.[1] ?? exact)
    .split('/')
    .map((part) => minus(part.replace(/\B(?=(\d{3})+$)/g, language.now === 'en' ? ',' : '\u202f')))
    .join(' / ');
  return root ? `√(${grouped})` : grouped;
}

/** `1 in 460`. */
export function oneIn(probability: number): string {
  if (!probability) return say('figures.never');
  const times = 1 / probability;
  const digits = times < 10 ? 2 : times < 100 ? 1 : 0;
  const often = counted(times, digits);
  return often === '1' ? say('figures.always') : say('figures.oneIn', { often });
}

/** Named by its row; ante and play by their net result in units, others by key. */
export function outcomeName(outcome: string, titles: Record<string, string> = {}): string {
  if (/^[+-]?[\d.]+$/.test(outcome)) return units(Number(outcome));
  const words = translatedValue(titles[outcome] ?? outcome.replaceAll('_', ' '));
  return capital(words);
}

export function units(net: number): string {
  const before = net > 0 ? '+' : net < 0 ? '−' : '';
  return `${before}${counted(Math.abs(net), 3)}`;
}

export function decimal(value: number, digits = 4): string {
  return minus(value.toFixed(digits));
}

function minus(text: string): string {
  const figure = text.replace('-', '−');
  return language.now === 'en' ? figure : figure.replace('.', ',');
}

const sign = () => (language.now === 'en' ? '%' : '\u00a0%');

/** `Q64` as Q-6-4. */
export const inCards = (hand: string) =>
  hand.replaceAll('T', '10').match(/10|./g)?.join('-') ?? hand;
