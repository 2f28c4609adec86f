import type { EventType, TableEvent } from '../protocol/types';
import type { Scene } from './scene';

/** Others' bets are held back while a result is read, until the viewer acts or the next cards come. */

/** Others' actions before the next deal; they never cover a result that is being read. */
const BETS: EventType[] = [
  'wager_placed',
  'wager_withdrawn',
  'toke_placed',
  'toke_withdrawn',
  'coupon_placed',
  'coupon_withdrawn',
];
/** Events that do not release what is held back: others come and go, */
const COMING: EventType[] = ['seat_taken', 'seat_left', 'chips_bought'];
/** and events without a picture. */
const UNSEEN: EventType[] = ['entropy_committed', 'deck_shuffled', 'step_done'];

/** The viewer's own result is on the felt. */
export const isReading = (scene: Scene | null, own: number[]): boolean =>
  Boolean(scene?.over && scene.lines.some((line) => own.includes(line.seat)));

/** True if these events wait while a result is read; `after` others that do. */
export function isHeld(events: TableEvent[], own: number[], after: boolean): boolean {
  const bets = (event: TableEvent) => isOfOthers(event, own, BETS);
  const beside = (event: TableEvent) =>
    UNSEEN.includes(event.type) || isOfOthers(event, own, COMING);
  return events.every((event) => bets(event) || beside(event)) && (after || events.some(bets));
}

/** The index at which others bet after the end of a round; below 1 if nowhere. */
export function nextBets(events: TableEvent[], own: number[]): number {
  const ended = events.findLastIndex((event) => event.type === 'round_ended');
  if (ended < 0) return -1;
  return events.findIndex((event, index) => index > ended && isOfOthers(event, own, BETS));
}

function isOfOthers(event: TableEvent, own: number[], types: EventType[]): boolean {
  const seat = 'seat' in event ? Number(event.seat) : NaN;
  return types.includes(event.type) && !own.includes(seat);
}
