/** How long a test waits for what comes by itself: on a busy machine that takes many times as long. */
export const PATIENCE_MS = 60_000;
