import type { Command } from '../../api/types';
import { playerName } from '../../words/players';
import type { Table } from './table.svelte';

/** What to do now, as a dealer would say it; `act` when the table waits for this player. */
export interface Guidance {
  text: string;
  act: boolean;
}

/** What playing costs, as the table says it: the button says what will be put down. */
export function playAmount(table: Table, play: Command): number {
  const seat = table.own.find((each) => each.seat === play.seat);
  return seat?.to_play ?? 0;
}

export function guidance(table: Table): Guidance {
  const view = table.live?.view;
  const quiet = (text: string): Guidance => ({ text, act: false });
  if (!view) return quiet('One moment …');
  if (view.phase === 'closed') return quiet('The table is closed.');
  if (view.halted) {
    const why = view.halted.irregularity.replaceAll('_', ' ');
    return quiet(`The table waits for a ruling: ${why}.`);
  }
  if (table.stage.playing) return quiet(table.stage.scene?.said || 'The dealer is at work.');
  const [play] = table.moves('play');
  if (play) return { text: decision(table, play), act: true };
  const mine = view.next_to_decide !== null && table.ownSeats.includes(view.next_to_decide);
  if (mine) return { text: 'Buy chips to play the hand, or fold it.', act: true };
  if (view.next_to_decide !== null) return quiet(`${whose(table, view.next_to_decide)} decides.`);
  if (!table.own.length) return quiet('Take a seat, or watch.');
  if (!table.own.some((seat) => seat.stack) && !table.betting.hasBets) {
    return quiet('Buy chips to play.');
  }
  if (table.may('announce_no_more_bets')) return quiet('Deal when you are ready.');
  if (table.betting.open) return quiet('Place your bets.');
  return quiet(view.due ? `${view.due.text}` : 'One moment …');
}

function decision(table: Table, play: Command): string {
  const seat = table.own.find((each) => each.seat === play.seat);
  const which = table.own.length > 1 ? ` on seat ${play.seat}` : '';
  const amount = table.terms.money(playAmount(table, play));
  return `${seat?.hand ? capital(seat.hand) : 'Your hand'}: play ${amount} or fold${which}?`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function whose(table: Table, number: number): string {
  const seat = table.live?.view.seats.find((each) => each.seat === number);
  return seat ? playerName(seat.player) : `Seat ${number}`;
}
