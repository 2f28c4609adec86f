import type { CommandOf } from '../../protocol/commands';
import { session } from '../../protocol/session.svelte';
import type { SeatView } from '../../protocol/types';
import type { Table } from '../../table/table.svelte';
import { either, say } from '../../text/catalogue.svelte';
import { translatedValue, translated } from '../../text/service_words';
import { capital } from '../../text/typography';
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
  if (view.halted) return quiet(translated(view.halted.text));
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
    if (isGuestAtMoney(table)) return quiet(say('guide.guest'));
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
  return quiet(view.due ? translated(view.due.text) : say('guide.sitOut'));
}

/** Guests can sit only at play-money tables. */
export const isGuestAtMoney = (table: Table): boolean =>
  table.live?.stakes === 'money' && Boolean(session.person?.guest);

/** What the table says of this player's bets as they lie; null if they would be dealt to. */
function missing(table: Table): string | null {
  const bet = table.own.filter((seat) => Object.keys(seat.wagers).length);
  if (!bet.length) return translated(table.house?.to_begin ?? '') || null;
  const refused = bet.find((seat) => seat.refused)?.refused;
  return refused ? translated(refused) : null;
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
  seat?.hand ? capital(translatedValue(seat.hand)) : say('guide.hand');

const which = (table: Table, move: { seat: number } | undefined) =>
  table.own.length > 1 && move ? say('guide.onSeat', { seat: move.seat }) : '';

/** Lower-cases our own terms within a sentence; the book's terms stay as written. */
const inSentence = (word: string, usual: string, ours: string) => (word === usual ? ours : word);

function whose(table: Table, number: number): string {
  const seat = table.live?.view.seats.find((each) => each.seat === number);
  return seat ? playerName(seat.player) : String(number);
}
