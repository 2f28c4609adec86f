/** Play or fold for all seats at once. */
import type { CommandOf } from '../../protocol/commands';
import type { SeatView, TableView } from '../../protocol/types';
import { say } from '../../text/staff';

/** A multiple of the ante, or a fold. */
export type Decided = number | 'fold';

/** Seats that have yet to decide, in the order of asking; the service says what playing costs. */
export const undecided = (view: TableView): SeatView[] =>
  view.seats.filter((seat) => Object.keys(seat.plays).length);

type Decision = CommandOf<'play'> | CommandOf<'fold'>;

/** One command per seat, in order. Unmarked seats play the house's first multiple. */
export function decisionsOf(
  seats: SeatView[],
  marked: Record<number, Decided>,
  multiples: number[],
): Decision[] {
  return seats.map(({ seat }): Decision => {
    const decided = marked[seat] ?? multiples[0] ?? 1;
    if (decided === 'fold') return { type: 'fold', seat };
    return multiples.length > 1
      ? { type: 'play', seat, multiple: decided }
      : { type: 'play', seat };
  });
}

/** The button's text: `All 7 play`, `5 play, 2 fold`. */
export function inOneSentence(decisions: Decision[]): string {
  const folds = decisions.filter((each) => each.type === 'fold').length;
  const plays = decisions.length - folds;
  const one = decisions[0];
  if (decisions.length === 1 && one)
    return say('dealer.seatSeatFolds', {
      seat: one.seat,
      folds: folds ? say('dealer.folds') : say('words.plays'),
    });
  if (!folds) return say('dealer.allPlay', { plays });
  if (!plays) return say('dealer.allFold', { folds });
  return say('dealer.playsAndFolds', { plays, folds });
}
