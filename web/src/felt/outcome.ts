import type { FeltPrint } from '../protocol/types';
import { netOf, type Scene, type SeatScene } from '../table/scene';
import { bestFive } from './highlights';

/** What a round that is over came to at one seat. */
export interface Outcome {
  net: number;
  dealer: string[];
  /** Bets on the five best of six cards. */
  onSix: string[];
}

/** Nothing where the round goes on, the seat had no part in it, or it has bet again. */
export function outcomeOf(scene: Scene, house: FeltPrint, seat: SeatScene): Outcome | null {
  const onShow = Object.values(seat.spots).some((spot) => spot.line);
  if (!scene.over || !onShow) return null;
  const onSix = house.spots.filter((spot) => spot.looks_at === 'best_five').map((spot) => spot.key);
  return { net: netOf(scene.lines, [seat.seat]), dealer: scene.dealerHand.cards, onSix };
}

/** The five of six that a bet was paid for; none where no such bet won. */
export function countedIn(outcome: Outcome, seat: SeatScene): string[] {
  const won = outcome.onSix.some((wager) => seat.spots[wager]?.line?.result === 'win');
  return won ? bestFive([...seat.hand.cards, ...outcome.dealer]) : [];
}
