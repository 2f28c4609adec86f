import { get } from './client';
import type { House } from './types';

/** The houses that the service offers. */
export const houses = (signal?: AbortSignal) => get('/api/houses', { signal });

/** As many as the service gives a practice table. */
const MOST_BOTS = 6;

/** How many bots fit a table of this house beside its people. */
export const botsBeside = (people: number, house: House | undefined): number =>
  Math.max(0, Math.min(MOST_BOTS, (house?.felt.seats ?? 7) - people));
