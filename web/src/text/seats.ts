/** No house has more. */
export const MOST_SEATS = 9;

/** From the first seat on. */
export const seatNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1);

/** As somebody who may choose takes them: the middle of the table first. */
export function fromTheMiddle(seats: number): number[] {
  const away = (seat: number) => Math.abs(seat - (seats + 1) / 2);
  return seatNumbers(seats).sort((one, other) => away(one) - away(other) || one - other);
}
