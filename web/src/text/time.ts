/** Times as people read them here; the service sends UTC. */
import { language } from './catalogue.svelte';

/** English is written as the reader's own place writes it. */
const dates = () => (language.now === 'en' ? undefined : language.now);

const style = { dateStyle: 'medium', timeStyle: 'short' } as const;

export function moment(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(dates(), style).format(date);
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });

/** The time of the day alone, to the second. */
export function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : CLOCK.format(date);
}
