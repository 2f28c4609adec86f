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

const DECIDED: Record<string, string> = {
  play: say('words.plays'),
  fold: say('words.folded'),
};

/** A seat's current action in a word. */
export function doing(view: TableView, seat: SeatView): string {
  if (view.next_to_decide === seat.seat) return say('surveillance.decide');
  return DECIDED[seat.decision] ?? '';
}
