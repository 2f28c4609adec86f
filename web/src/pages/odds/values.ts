/** Settings of a house and their values, for people. */
import { money } from '../../words/money';
import type { Setting } from './analysis';
import { outcomeName } from './figures';

/** `ante.limits.minimum_cents` as `Ante: Limits: Minimum`. */
export function settingInWords(setting: string): string {
  return setting
    .split('.')
    .filter((part) => part !== 'options')
    .map((part) => outcomeName(part.replace(/_cents$/, '')))
    .join(': ');
}

/** What it is set to. */
export function valueWritten(setting: string, value: Setting, currency: string): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && setting.endsWith('_cents')) return money(value, currency);
  if (Array.isArray(value)) {
    return value.length
      ? value.map((each) => valueWritten(setting, each, currency)).join(', ')
      : 'none';
  }
  if (typeof value === 'object') {
    return Object.entries(value)
      .filter(([, each]) => each && !(Array.isArray(each) && !each.length))
      .map(([name, each]) => `${name.replaceAll('_', ' ')} ${valueWritten(name, each, currency)}`)
      .join(', ');
  }
  return String(value).replaceAll('_', ' ');
}
