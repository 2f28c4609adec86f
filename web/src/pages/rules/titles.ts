/** A book's title and status, without words that repeat. */
export function titled(title: string, standing: string): string {
  const further = standing.split(', ').filter((part) => !title.includes(part));
  const second = further.join(', ');
  return second ? `${title}. ${second.charAt(0).toUpperCase()}${second.slice(1)}.` : `${title}.`;
}
