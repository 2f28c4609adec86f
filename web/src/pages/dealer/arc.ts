/** Seats on an arc, from the dealer's side: the middle ones are farthest away. */

/** A seat's drop, from 0 at the top of the arc to 1 at its ends. */
export function drop(seat: number, places: number): number {
  const middle = (places + 1) / 2;
  if (places < 2) return 0;
  const off = (seat - middle) / (middle - 1);
  return Math.round((1 - Math.sqrt(1 - 0.9 * off * off)) * 1000) / 684;
}
