/** Applies messages to a table's state: snapshots, and changes that contain the differences. */
import type {
  BesideMessage,
  ChangeMessage,
  LiveState,
  SeatView,
  TableView,
  ViewDelta,
} from './types';

/** The state after a change; null if the change is based on another state. */
export function reduced(state: LiveState | null, change: ChangeMessage): LiveState | null {
  const {
    type: _type,
    since,
    events: _events,
    texts: _texts,
    answers: _,
    view,
    ...around
  } = change;
  if (state?.version !== since) return null;
  return { ...state, ...around, view: applied(state.view, view) };
}

/** The state after news beside the table: meters, and who is ready. */
export function withBeside(state: LiveState, news: BesideMessage): LiveState {
  return news.type === 'meter'
    ? { ...state, meters: news.meters }
    : { ...state, ready: news.seats };
}

/** The last of those with the same id, in the place of the first. */
export function lastOfEach<T>(all: T[], idOf: (each: T) => string): T[] {
  return [...new Map(all.map((each) => [idOf(each), each])).values()];
}

function applied(view: TableView, { seats = [], gone = [], ...fields }: ViewDelta): TableView {
  const now = new Map(view.seats.map((seat) => [seat.seat, seat]));
  for (const number of gone) now.delete(number);
  // A new seat comes in full.
  for (const seat of seats) now.set(seat.seat, { ...now.get(seat.seat), ...seat } as SeatView);
  return { ...view, ...fields, seats: [...now.values()].sort((a, b) => a.seat - b.seat) };
}
