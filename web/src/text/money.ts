/** Formats money: `$12` or `$12.50`, a loss as `−$12`. */
import { language } from './catalogue.svelte';
import { serviceSettings } from '../protocol/service_settings.svelte';

/** The locale for numbers. */
const locale = () => (language.now === 'en' ? 'en-US' : language.now);

/** Formatters are slow to create, so they are cached. */
const made = new Map<string, (units: number) => string>();

function writer(currency: string, digits: number): (units: number) => string {
  const key = `${locale()} ${currency} ${digits}`;
  const found = made.get(key) ?? newWriter(currency, digits);
  made.set(key, found);
  return found;
}

/** `5 $`, not `5 $US`: a table has one currency. */
const inSymbols = (currency: string) =>
  ({ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }) as const;

function newWriter(currency: string, digits: number): (units: number) => string {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  try {
    const format = new Intl.NumberFormat(locale(), { ...inSymbols(currency), ...decimals });
    return (units) => format.format(units);
  } catch {
    const format = new Intl.NumberFormat(locale(), decimals); // Not a currency code.
    return (units) => `${currency}\u00a0${format.format(units)}`;
  }
}

const withSign = (cents: number, text: string) => (cents < 0 ? '−' + text : text);

/** Omits zero cents. */
export function money(cents: number, currency: string = serviceSettings.currency): string {
  const digits = cents % 100 ? 2 : 0;
  return withSign(cents, writer(currency, digits)(Math.abs(cents) / 100));
}

/** Always with cents, as on a counter. */
export function counter(cents: number, currency: string = serviceSettings.currency): string {
  return withSign(cents, writer(currency, 2)(Math.abs(cents) / 100));
}

/** With a sign, for results. */
export function signed(cents: number, currency: string = serviceSettings.currency): string {
  return cents > 0 ? '+' + money(cents, currency) : money(cents, currency);
}

/** `100%`, or `100 %` in some languages. */
export function percentage(of_hundred: number): string {
  const format = new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 3 });
  return format.format(of_hundred / 100);
}

/** For small spaces, from ten thousand on: `$12.3k`, `$1.23M`. The full amount stands nearby. */
export function shortMoney(cents: number, currency: string = serviceSettings.currency): string {
  const whole = Math.abs(cents) / 100;
  if (whole < 10_000) return money(cents, currency);
  const [divisor, unit] =
    whole < 999_500 ? [1e3, 'k'] : whole < 999_500_000 ? [1e6, 'M'] : [1e9, 'B'];
  if (language.now !== 'en') return withSign(cents, compact(whole, currency));
  const symbol = writer(currency, 0)(0).replace('0', '');
  return withSign(cents, symbol + Number((whole / divisor).toPrecision(3)) + unit);
}

function compact(whole: number, currency: string): string {
  const style = { notation: 'compact', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(locale(), { ...inSymbols(currency), ...style }).format(whole);
}

/** A count: `1,234`. */
export const counted = (number: number, digits = 0): string =>
  number.toLocaleString(locale(), { maximumFractionDigits: digits });

/** For field labels: `dollars`, `euros`, `Swiss francs`. */
export function currencyName(currency: string = serviceSettings.currency): string {
  try {
    const style = { style: 'currency', currency, currencyDisplay: 'name' } as const;
    const parts = new Intl.NumberFormat(locale(), style).formatToParts(2);
    const name = parts.find((part) => part.type === 'currency')?.value ?? currency;
    return name.replace(/^US /, '');
  } catch {
    return currency;
  }
}
