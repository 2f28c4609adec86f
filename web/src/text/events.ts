import type { EventOf, EventType, TableEvent } from '../protocol/types';
import { handInWords } from './cards';
import { playerName } from './players';
import type { Terms } from './terms';
import { inWords } from './wagers';

type Words = { [T in EventType]?: (event: EventOf<T>, terms: Terms) => string };

const place = (seat: number) => (seat === 0 ? 'The dealer' : `Seat ${seat}`);
const bet = (event: { seat: number; wager: string; toke: boolean }, terms: Terms) =>
  `${place(event.seat)}, ${terms.title(event.wager)}${event.toke ? ' (toke)' : ''}`;

/** What happened, for a person who follows a round. Steps of the hand are left out. */
const WORDS: Words = {
  seat_taken: (e) => `${playerName(e.player)} sits down at seat ${e.seat}`,
  seat_left: (e) => `${playerName(e.player)} leaves seat ${e.seat}`,
  chips_bought: (e, t) => `${playerName(e.player)} buys chips for ${t.money(e.cents)}`,
  deck_shuffled: () => 'The deck is shuffled, and the shuffle committed to',
  deck_cut: (e) => `${e.count} cards are cut from the top to the bottom`,
  wager_placed: (e, t) => `${place(e.seat)} bets ${t.money(e.amount)} on ${t.title(e.wager)}`,
  wager_withdrawn: (e, t) =>
    `${place(e.seat)} takes back ${t.money(e.amount)} from ${t.title(e.wager)}`,
  toke_placed: (e, t) =>
    `${place(e.seat)} bets ${t.money(e.amount)} for the dealer on ${t.title(e.wager)}`,
  toke_given: (e, t) => `${place(e.seat)} gives the dealer ${t.money(e.amount)}`,
  announced: (e) => `Dealer: “${e.text}”`,
  bets_locked: () => 'The bets are locked',
  fee_collected: (e, t) => `${playerName(e.player)} pays the fee of ${t.money(e.cents)}`,
  meter_fed: (e, t) => `${t.money(e.meter)} goes to the meter`,
  cards_dealt: (e) => `${place(e.seat)} is dealt ${handInWords(e.cards)}`,
  cards_seen: (e) => `You look at your cards: ${handInWords(e.cards)}. ${inWords(e.hand)}`,
  cards_released: () => 'The players may look at their cards',
  play_placed: (e, t) => `${place(e.seat)} plays ${t.money(e.amount)}`,
  folded: (e) => `${place(e.seat)} folds${e.because === 'time_out' ? ', out of time' : ''}`,
  hand_thrown_in: (e) => `${place(e.seat)} throws the hand in`,
  dealer_revealed: (e) =>
    `The dealer shows ${handInWords(e.cards)}: ${e.qualifies ? 'qualifies' : 'does not qualify'}`,
  awards_called: (e, t) =>
    `${place(e.seat)} calls ${e.wagers.map((wager) => t.title(wager)).join(' and ') || 'nothing'}`,
  hand_revealed: (e) => `${place(e.seat)} shows ${handInWords(e.cards)}: ${inWords(e.category)}`,
  wager_taken: (e, t) => `${bet(e, t)}: ${t.money(e.stake)} is taken`,
  wager_pushed: (e, t) => `${bet(e, t)}: ${t.money(e.stake)} pushes`,
  wager_paid: (e, t) => `${bet(e, t)}: ${t.money(e.paid)} is paid${e.odds ? `, ${e.odds}` : ''}`,
  envy_collected: (e, t) => `${place(e.seat)} collects ${t.money(e.paid)} for another's hand`,
  jackpot_locked: (e, t) => `${place(e.seat)} hits the meter: ${t.money(e.cents)}`,
  coupon_settled: (e, t) =>
    `${place(e.seat)}, ${t.title('match_play')}: ${t.money(e.paid)} is paid`,
  irregularity_reported: (e) => `Irregularity: ${inWords(e.kind).toLowerCase()}`,
  table_halted: () => 'The table waits for a ruling',
  ruling_made: (e) => `Ruling: ${e.ruling}. ${e.reason}`,
  round_voided: (e) => `The round is void: ${e.reason}. Every stake goes back`,
  settled_round_voided: (e) => `Round ${e.number} is void: ${e.reason}. All of it goes back`,
  round_ended: (e) => `Round ${e.number} is over`,
  shuffle_opened: () => 'The shuffle is opened',
};

/** Nothing for an event that a replay passes over. */
export function eventInWords(event: TableEvent, terms: Terms): string {
  const words = WORDS[event.type] as ((event: TableEvent, terms: Terms) => string) | undefined;
  return words?.(event, terms) ?? '';
}
