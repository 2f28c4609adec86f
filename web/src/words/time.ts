/** Times as people read them here; the service sends UTC. */
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

export function moment(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '' : MOMENT.format(date);
}
