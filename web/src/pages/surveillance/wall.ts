/** What a person who watches should look at first, out of what a table shows. */
import type { FloorTable, SeatView, TableView } from '../../protocol/types';
import { needs, type Need } from '../../features/pit/pit';
import { say } from '../../text/staff';

/** Everything that is due or has stopped, the most pressing first. */
export function watch(table: FloorTable): Need[] {
  const found = needs(table);
  if (table.view.stub_count_due) {
    found.push({ text: say('surveillance.stubMustCounted'), stops: false });
  }
  return found;
}

/** All that lies at a seat: bets, the play, and bets for the dealer. */
export function atStake(seat: SeatView): number {
  const amounts = [...Object.values(seat.wagers), ...Object.values(seat.tokes), seat.play];
  return amounts.reduce((sum, cents) => sum + cents, 0);
}

/** What the last round came to; nothing for who had no bet in it. */
export function cameTo(seat: SeatView): number | null {
  if (!seat.results.length) return null;
  const own = seat.results.filter((line) => !line.toke); // A toke is the dealer's.
  return own.reduce((sum, { paid, returned, stake }) => sum + paid + returned - stake, 0);
}

const DECIDED: Record<string, string> = {
  play: say('surveillance.plays'),
  fold: say('surveillance.folded'),
};

/** What a seat does, as short as it can be said. */
export function doing(view: TableView, seat: SeatView): string {
  if (view.next_to_decide === seat.seat) return say('surveillance.decide');
  return DECIDED[seat.decision] ?? '';
}

export function counted(view: TableView): string {
  if (view.stub_count_due) return say('surveillance.dueRound');
  const rounds = view.rounds_since_count;
  if (!rounds) return say('surveillance.noneYet');
  return rounds === 1 ? say('surveillance.oneRoundAgo') : say('surveillance.roundsAgo', { rounds });
}
