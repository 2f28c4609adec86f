/** 1, 2, 3 and so on. */
export const seatNumbers = (count: number) =>
  Array.from({ length: count }, (_, index) => index + 1);

/** Seats in the order of choice: the middle of the table first. */
export function fromTheMiddle(seats: number): number[] {
  const away = (seat: number) => Math.abs(seat - (seats + 1) / 2);
  return seatNumbers(seats).sort((one, other) => away(one) - away(other) || one - other);
}
