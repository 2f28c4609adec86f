/** The keys of a record whose type lists them all. */
export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): K[] =>
  Object.keys(record) as K[]; // TypeScript allows for further keys; this record has none.
