import type { TableEvent, TableView } from '../protocol/types';
import { say } from '../text/catalogue.svelte';
import { capital } from '../text/typography';
import { playerName } from '../text/players';

/** The dealer is seat 0, the stub -1. */
export function place(seat: number): string {
  if (seat === 0) return say('at.dealer');
  return seat < 0 ? say('at.stub') : say('at.seat', { seat });
}

/** `Seat 3, Ann` or `The dealer`. */
export function placeName(view: TableView, seat: number): string {
  const player = view.seats.find((each) => each.seat === seat)?.player;
  return capital(place(seat)) + (player ? `, ${playerName(player)}` : '');
}

export function deckName(view: TableView | null, deck: number): string {
  const back = view?.decks[deck]?.back;
  return back ? say('at.backedDeck', { back }) : say('at.deck', { number: deck + 1 });
}

/** The clauses and rulings that an event cites. */
export function cited(event: TableEvent): string[] {
  return [
    ...('clauses' in event ? event.clauses : []),
    ...('rulings' in event ? event.rulings : []),
  ];
}
