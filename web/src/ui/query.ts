/** A query string of what is given, `?day=2026-01-05`; empty if nothing is. */
export function query(parts: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(parts).filter(([, value]) => value !== '' && value != null);
  const pairs = given.map(([name, value]) => [name, String(value)]);
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}
