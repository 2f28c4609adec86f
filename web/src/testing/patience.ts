/** How long a test waits: a busy machine is many times slower. */
export const PATIENCE_MS = 60_000;
