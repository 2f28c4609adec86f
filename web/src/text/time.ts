/** Times as people read them here; the service sends UTC. */
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function moment(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : MOMENT.format(date);
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });

/** The time of the day alone, to the second. */
export function clock(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : CLOCK.format(date);
}
