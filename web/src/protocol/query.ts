export type QueryValues = Record<
  string,
  string | number | boolean | (string | number)[] | null | undefined
>;

/** A query string of what is given, `?day=2026-01-05`; empty if nothing is. */
export function query(values: QueryValues): string {
  const given = Object.entries(values).filter(([, value]) => value !== '' && value != null);
  const pairs = given.flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length ? `?${new URLSearchParams(pairs)}` : '';
}
