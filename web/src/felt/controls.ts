/** What the viewer may do on the felt. Without it the felt is only a picture, as in a replay. */
export interface Controls {
  /** The amount to show on an own spot: the requested one until the table answers. */
  amount(seat: number, wager: string): number | undefined;
  waits(seat: number, wager: string): boolean;
  mayBet(seat: number, wager: string): boolean;
  add(seat: number, wager: string): void;
  remove(seat: number, wager: string): void;
  maySit(seat: number): boolean;
  sit(seat: number): void;
}
