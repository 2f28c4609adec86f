import type { FeltPrint } from '../protocol/types';
import { netOf, type Scene, type SeatScene } from '../table/scene';
import { bestFive } from './highlights';

/** The outcome of a finished round at one seat. */
export interface Outcome {
  net: number;
  dealer: string[];
  /** Bets on the best five of six cards. */
  onSix: string[];
}

/** Null during a round, for a seat without a part in it, or after it has bet again. */
export function outcomeOf(scene: Scene, house: FeltPrint, seat: SeatScene): Outcome | null {
  const onShow = Object.values(seat.spots).some((spot) => spot.line);
  if (!scene.over || !onShow) return null;
  const onSix = house.spots.filter((spot) => spot.looks_at === 'best_five').map((spot) => spot.key);
  return { net: netOf(scene.lines, [seat.seat]), dealer: scene.dealerHand.cards, onSix };
}

/** The five of six cards that a winning bet was paid for, if any. */
export function countedIn(outcome: Outcome, seat: SeatScene): string[] {
  const won = outcome.onSix.some((wager) => seat.spots[wager]?.line?.result === 'win');
  return won ? bestFive([...seat.hand.cards, ...outcome.dealer]) : [];
}
