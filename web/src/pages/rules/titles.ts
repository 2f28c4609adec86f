import { capital } from '../../text/typography';

/** A book's title and status, without words that repeat. */
export function titled(title: string, standing: string): string {
  const further = standing.split(', ').filter((part) => !title.includes(part));
  const second = further.join(', ');
  return second ? `${title}. ${capital(second)}.` : `${title}.`;
}
