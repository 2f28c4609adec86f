import type { CommandOf } from '../../protocol/commands';
import type { SeatView, SpotPrint } from '../../protocol/types';
import type { Table } from '../../table/table.svelte';
import { either, say } from '../../text/catalogue.svelte';
import { named, told } from '../../text/service_words';
import { playerName } from '../../text/players';

/** What to do now, in a dealer's words; `act` if the table waits for this player. */
interface Guidance {
  text: string;
  act: boolean;
}

export function guidance(table: Table): Guidance {
  const view = table.live?.view;
  const quiet = (text: string): Guidance => ({ text, act: false });
  if (!view) return quiet(say('guide.moment'));
  if (view.phase === 'closed') return quiet(say('guide.closed'));
  if (view.halted) return quiet(say('guide.halted'));
  if (table.stage.playing) return quiet(table.stage.scene?.said || say('guide.dealerWorks'));
  const plays = table.moves('play');
  if (plays.length) return { text: decision(table, plays), act: true };
  const [call] = table.moves('call_awards');
  if (call) return { text: calling(table, call), act: true };
  if (view.due?.step === 'hear_calls') return quiet(say('guide.othersCall'));
  const mine = view.next_to_decide !== null && table.ownSeats.includes(view.next_to_decide);
  if (mine) return { text: say('guide.buyOrFold'), act: true };
  if (view.next_to_decide !== null) {
    return quiet(say('guide.decides', { name: whose(table, view.next_to_decide) }));
  }
  if (!table.own.length) {
    const full = view.seats.length >= (table.house?.seats ?? Infinity);
    return quiet(say(full ? 'guide.full' : 'guide.seat'));
  }
  if (!table.own.some((seat) => seat.stack) && !table.betting.hasBets) {
    return quiet(say('guide.buy'));
  }
  if (table.may('announce_no_more_bets')) {
    return quiet(say(table.ready ? 'guide.others' : 'guide.deal'));
  }
  if (table.betting.canRepeat) return quiet(say('guide.repeat'));
  if (table.betting.acceptsBets) return quiet(missing(table) ?? say('guide.betsDown'));
  return quiet(view.due ? told(view.due.text) : say('guide.sitOut'));
}

/** The next bet needed before the deal; null if the bets are complete. */
function missing(table: Table): string | null {
  const spots = table.house?.spots.filter((spot) => spot.limits) ?? [];
  const lies = (key: string) =>
    table.own.some((seat) => (table.betting.amount(seat.seat, key) ?? seat.wagers[key] ?? 0) > 0);
  const put = spots.filter((spot) => lies(spot.key));
  for (const bet of put) {
    const group = bet.needs.find((each) => !each.some(lies));
    const wanted = spots.filter((spot) => group?.includes(spot.key));
    if (wanted.length) return say('guide.needs', { bet: bet.title, ...asked(wanted, table) });
  }
  const required = spots.filter((spot) => spot.required && !lies(spot.key));
  if (required.length) return say('guide.bet', asked(required, table));
  if (put.length) return null;
  const first = spots.filter((spot) => !spot.needs.length);
  return say('guide.bet', asked(first, table));
}

function asked(spots: SpotPrint[], table: Table): { spots: string; amount: string } {
  const least = Math.min(...spots.map((spot) => spot.limits?.minimum ?? Infinity));
  return {
    spots: either(spots.map((spot) => spot.title)),
    amount: table.terms.money(least),
  };
}

function decision(table: Table, plays: CommandOf<'play'>[]): string {
  const [play] = plays;
  const seat = table.own.find((each) => each.seat === play?.seat);
  return say('guide.decide', {
    hand: handOf(seat),
    play: inSentence(table.terms.title('play'), 'Play', say('guide.play')),
    amounts: either(plays.map((each) => table.terms.money(table.playAmount(each)))),
    fold: inSentence(table.terms.word('fold', 'Fold'), 'Fold', say('guide.foldWord')),
    seat: which(table, play),
  });
}

function calling(table: Table, call: CommandOf<'call_awards'>): string {
  const seat = table.own.find((each) => each.seat === call.seat);
  return say('guide.call', { hand: handOf(seat), seat: which(table, call) });
}

const handOf = (seat: SeatView | undefined) =>
  seat?.hand ? capital(named(seat.hand)) : say('guide.hand');

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const which = (table: Table, move: { seat: number } | undefined) =>
  table.own.length > 1 && move ? say('guide.onSeat', { seat: move.seat }) : '';

/** Lower-cases our own terms within a sentence; the book's terms stay as written. */
const inSentence = (word: string, usual: string, ours: string) => (word === usual ? ours : word);

function whose(table: Table, number: number): string {
  const seat = table.live?.view.seats.find((each) => each.seat === number);
  return seat ? playerName(seat.player) : String(number);
}
