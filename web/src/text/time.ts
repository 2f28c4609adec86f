/** Formats times; the service sends UTC. */
import { language } from './catalogue.svelte';

/** English uses the reader's own locale. */
const dates = () => (language.now === 'en' ? undefined : language.now);

const style = { dateStyle: 'medium', timeStyle: 'short' } as const;

export function moment(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(dates(), style).format(date);
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });

/** The date alone. */
export function dateOf(at: string): string {
  return new Date(at).toLocaleDateString(dates(), { dateStyle: 'medium' });
}

/** The time of day alone, to the second. */
export function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : CLOCK.format(date);
}

/** How long something has lasted. */
export function lasting(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
  const style = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(language.now, style).format(Math.floor(hours / 24));
}

/** The time as the log has it. */
export function utc(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A gaming day: a date of the house, the same in every time zone. */
export function gamingDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : DAY.format(date);
}
