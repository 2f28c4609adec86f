import type { Figure } from '../protocol/types';

/** What a decision is worth, with its sign. */
export function inAntes(figure: Figure, places = 2): string {
  return (figure.value < 0 ? '−' : '+') + Math.abs(figure.value).toFixed(places);
}
