import type { FeltPrint, LiveState, Shuffle, TableEvent } from '../protocol/types';
import { Terms } from '../text/terms';
import told from './round.json';

/** A round at the manual's table, as the service sent it to ann at seat 4. */
interface Told {
  you: string;
  house: FeltPrint;
  messages: ({ type: string; events?: TableEvent[] } & LiveState)[];
  shuffles: Shuffle[];
}

const round = told as unknown as Told;

export const ANN = 4;
export const you = round.you;
export const house: FeltPrint = round.house;
export const terms = new Terms(() => house);
export const shuffle = round.shuffles[0] as Shuffle;
export const snapshot = round.messages[0] as LiveState;
export const changes = round.messages.slice(1) as ({ events: TableEvent[] } & LiveState)[];

/** The change that contains an event of this type. */
export function changeWith(type: TableEvent['type'], nth = 0) {
  const found = changes.filter((change) => change.events.some((event) => event.type === type));
  return found.at(nth) as (typeof changes)[number];
}
