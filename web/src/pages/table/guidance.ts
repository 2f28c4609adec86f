import type { CommandOf } from '../../protocol/commands';
import type { SeatView } from '../../protocol/types';
import { playerName } from '../../text/players';
import type { Table } from '../../table/table.svelte';

/** What to do now, as a dealer would say it; `act` when the table waits for this player. */
export interface Guidance {
  text: string;
  act: boolean;
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
  const plays = table.moves('play');
  if (plays.length) return { text: decision(table, plays), act: true };
  const [call] = table.moves('call_awards');
  if (call) return { text: calling(table, call), act: true };
  if (view.due?.step === 'hear_calls') return quiet('The others say what they call.');
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

function decision(table: Table, plays: CommandOf<'play'>[]): string {
  const [play] = plays;
  const seat = table.own.find((each) => each.seat === play?.seat);
  const amounts = plays.map((each) => table.terms.money(table.playAmount(each))).join(' or ');
  const ways = `${playWord(table)} ${amounts} or ${foldWord(table)}`;
  return `${handOf(seat)}: ${ways}${which(table, play)}?`;
}

function calling(table: Table, call: CommandOf<'call_awards'>): string {
  const seat = table.own.find((each) => each.seat === call.seat);
  return `${handOf(seat)}: call what wins, or it is not paid${which(table, call)}.`;
}

const handOf = (seat: SeatView | undefined) => (seat?.hand ? capital(seat.hand) : 'Your hand');
const which = (table: Table, move: { seat: number } | undefined) =>
  table.own.length > 1 && move ? ` on seat ${move.seat}` : '';

/** In a sentence the usual words are small; those of the book stay as it writes them. */
const playWord = (table: Table) => asInSentence(table.terms.title('play'), 'Play');
const foldWord = (table: Table) => asInSentence(table.terms.word('fold', 'Fold'), 'Fold');
const asInSentence = (word: string, usual: string) => (word === usual ? word.toLowerCase() : word);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function whose(table: Table, number: number): string {
  const seat = table.live?.view.seats.find((each) => each.seat === number);
  return seat ? playerName(seat.player) : `Seat ${number}`;
}
