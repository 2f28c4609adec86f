import type { EventOf, EventType, TableEvent } from '../api/types';
import { handInWords } from './cards';
import { dollars } from './money';
import { playerName } from './players';
import { inWords, wagerName } from './wagers';

type Words = { [T in EventType]?: (event: EventOf<T>) => string };

const place = (seat: number) => (seat === 0 ? 'The dealer' : `Seat ${seat}`);
const bet = (event: { seat: number; wager: string; toke: boolean }) =>
  `${place(event.seat)}, ${wagerName(event.wager)}${event.toke ? ' (toke)' : ''}`;

/** What happened, for a person who follows a round. Steps of the hand are left out. */
const WORDS: Words = {
  seat_taken: (e) => `${playerName(e.player)} sits down at seat ${e.seat}`,
  seat_left: (e) => `${playerName(e.player)} leaves seat ${e.seat}`,
  chips_bought: (e) => `${playerName(e.player)} buys chips for ${dollars(e.cents)}`,
  deck_shuffled: () => 'The deck is shuffled, and the shuffle committed to',
  deck_cut: (e) => `${e.count} cards are cut from the top to the bottom`,
  wager_placed: (e) => `${place(e.seat)} bets ${dollars(e.amount)} on ${wagerName(e.wager)}`,
  wager_withdrawn: (e) =>
    `${place(e.seat)} takes back ${dollars(e.amount)} from ${wagerName(e.wager)}`,
  toke_placed: (e) =>
    `${place(e.seat)} bets ${dollars(e.amount)} for the dealer on ${wagerName(e.wager)}`,
  toke_given: (e) => `${place(e.seat)} gives the dealer ${dollars(e.amount)}`,
  announced: (e) => `Dealer: “${e.text}”`,
  bets_locked: () => 'The bets are locked',
  fee_collected: (e) => `${playerName(e.player)} pays the fee of ${dollars(e.cents)}`,
  meter_fed: (e) => `${dollars(e.meter)} goes to the meter`,
  cards_dealt: (e) => `${place(e.seat)} is dealt ${handInWords(e.cards)}`,
  cards_seen: (e) => `You look at your cards: ${handInWords(e.cards)}. ${inWords(e.hand)}`,
  cards_released: () => 'The players may look at their cards',
  play_placed: (e) => `${place(e.seat)} plays ${dollars(e.amount)}`,
  folded: (e) => `${place(e.seat)} folds${e.because === 'time_out' ? ', out of time' : ''}`,
  hand_thrown_in: (e) => `${place(e.seat)} throws the hand in`,
  dealer_revealed: (e) =>
    `The dealer shows ${handInWords(e.cards)}: ${e.qualifies ? 'qualifies' : 'does not qualify'}`,
  hand_revealed: (e) => `${place(e.seat)} shows ${handInWords(e.cards)}: ${inWords(e.category)}`,
  wager_taken: (e) => `${bet(e)}: ${dollars(e.stake)} is taken`,
  wager_pushed: (e) => `${bet(e)}: ${dollars(e.stake)} pushes`,
  wager_paid: (e) => `${bet(e)}: ${dollars(e.paid)} is paid${e.odds ? `, ${e.odds}` : ''}`,
  envy_collected: (e) => `${place(e.seat)} collects ${dollars(e.paid)} for another's hand`,
  jackpot_locked: (e) => `${place(e.seat)} hits the meter: ${dollars(e.cents)}`,
  coupon_settled: (e) => `${place(e.seat)}, match play: ${dollars(e.paid)} is paid`,
  irregularity_reported: (e) => `Irregularity: ${inWords(e.kind).toLowerCase()}`,
  table_halted: () => 'The table waits for a ruling',
  ruling_made: (e) => `Ruling: ${e.ruling}. ${e.reason}`,
  round_voided: (e) => `The round is void: ${e.reason}. Every stake goes back`,
  round_ended: (e) => `Round ${e.number} is over`,
  shuffle_opened: () => 'The shuffle is opened',
};

/** Nothing for an event that a replay passes over. */
export function eventInWords(event: TableEvent): string {
  const words = WORDS[event.type] as ((event: TableEvent) => string) | undefined;
  return words?.(event) ?? '';
}
