import { netOf, type Scene, type SeatScene } from '../table/scene';

/** The net of a finished round; null during one, without a part in it, or after new bets. */
export function outcomeOf(scene: Scene, seat: SeatScene): number | null {
  const onShow = Object.values(seat.spots).some((spot) => spot.line);
  return scene.over && onShow ? netOf(scene.lines, [seat.seat]) : null;
}
