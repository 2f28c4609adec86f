/** What surveillance should look at first. */
import type { FloorTable, SeatView, TableView } from '../../protocol/types';
import type { Need } from '../../features/pit/pit';
import { say } from '../../text/staff';

/** Everything that is due or halted, the most pressing first. */
export function watch(table: FloorTable): Need[] {
  const found = [...table.needs];
  if (table.view.stub_count_due) {
    found.push({ text: say('surveillance.stubMustCounted'), stops: false });
  }
  return found;
}

/** A seat's total stake: bets, play and tokes. */
export function atStake(seat: SeatView): number {
  const amounts = [...Object.values(seat.wagers), ...Object.values(seat.tokes), seat.play];
  return amounts.reduce((sum, cents) => sum + cents, 0);
}

/** A seat's net result of the last round; null if it had no bet. */
export function cameTo(seat: SeatView): number | null {
  if (!seat.results.length) return null;
  const own = seat.results.filter((line) => !line.toke); // Tokes belong to the dealer.
  return own.reduce((sum, { paid, returned, stake }) => sum + paid + returned - stake, 0);
}

const DECIDED: Record<string, string> = {
  play: say('words.plays'),
  fold: say('words.folded'),
};

/** A seat's current action in a word. */
export function doing(view: TableView, seat: SeatView): string {
  if (view.next_to_decide === seat.seat) return say('surveillance.decide');
  return DECIDED[seat.decision] ?? '';
}
