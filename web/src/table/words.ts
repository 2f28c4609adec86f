/** What happens at a table, as one staff member tells it to another. */
import type { EventOf, EventType, TableEvent, TableView } from '../protocol/types';
import { playerName } from '../text/players';
import { PLAIN, type Terms } from '../text/terms';
import { inWords } from '../text/wagers';

type Told = {
  [T in EventType]?: (event: EventOf<T>, view: TableView | null, terms: Terms) => string;
};

const words = (name: string) => name.replaceAll('_', ' ');

/** The dealer is seat 0; the stub goes by -1. */
export function place(seat: number): string {
  if (seat === 0) return 'the dealer';
  return seat < 0 ? 'the stub' : `seat ${seat}`;
}

export function deckName(view: TableView | null, deck: number): string {
  const back = view?.decks[deck]?.back;
  return back ? `the ${back} deck` : `deck ${deck + 1}`;
}

const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1);
const at = (event: { seat: number }) => place(event.seat);
const At = (event: { seat: number }) => capital(at(event));
const bet = (event: { wager: string; toke?: boolean }, terms: Terms) =>
  terms.title(event.wager) + (event.toke ? ' for the dealer' : '');

const REMEDIES: Record<string, string> = {
  continue: 'Play goes on.',
  discard: 'The card goes out of play, and the deal goes on.',
  next_card: 'The card is used as the next one.',
  complete: "The dealer's hand gets its third card, and play goes on.",
  void: 'All hands are void.',
  remove_deck: 'The deck is taken off the table.',
  halt: 'The table stands still until somebody rules.',
};

const TOLD: Told = {
  table_opened: (event) => `The table opens, ${event.dealer} deals.`,
  table_closed: () => 'The table is closed.',
  tray_filled: (event, _, t) => `${t.money(event.cents)} into the tray.`,
  tray_credited: (event, _, t) => `${t.money(event.cents)} from the tray to the cage.`,
  tray_counted: (event, _, t) =>
    event.variance
      ? `The tray has ${t.money(event.counted)}, ${t.money(Math.abs(event.variance))} ${
          event.variance > 0 ? 'too much' : 'too little'
        }.`
      : `The tray has ${t.money(event.counted)}, as it should.`,
  deck_put_in_use: (event, view) => `${capital(deckName(view, event.deck))} is in use.`,
  deck_flawed: (event, view) => `${capital(deckName(view, event.deck))} is flawed: ${event.flaws}.`,
  deck_removed: (event, view) =>
    `${capital(deckName(view, event.deck))} leaves the table (${event.reason}); another takes its place.`,
  deck_change_due: (event, view) =>
    `Time to change ${deckName(view, event.deck)}: ${event.hours} hours in use.`,
  deck_shuffled: (event, view) => `${capital(deckName(view, event.deck))} is shuffled.`,
  deck_cut: (event) => `Cut at ${event.count} cards.`,
  recut_ordered: () => 'The deck is to be cut again.',
  seat_taken: (event) => `${playerName(event.player)} takes ${at(event)}.`,
  seat_left: (event, _, t) =>
    `${playerName(event.player)} leaves ${at(event)} with ${t.money(event.with_cents)}.`,
  chips_bought: (event, _, t) =>
    `${playerName(event.player)} buys chips for ${t.money(event.cents)}.`,
  chips_coloured: (event, _, t) => `${t.money(event.cents)} in other chips.`,
  wager_placed: (event, _, t) => `${At(event)}: ${t.money(event.amount)} on ${bet(event, t)}.`,
  wager_withdrawn: (event, _, t) => `${At(event)} takes ${bet(event, t)} back.`,
  toke_placed: (event, _, t) =>
    `${At(event)}: ${t.money(event.amount)} for the dealer on ${t.title(event.wager)}.`,
  toke_withdrawn: (event) => `${At(event)} takes a toke back.`,
  toke_given: (event, _, t) => `${At(event)} gives ${t.money(event.amount)} to the dealer.`,
  coupon_placed: (event, _, t) => `${At(event)}: a coupon of ${t.money(event.face)}.`,
  coupon_withdrawn: (event) => `${At(event)} gets the coupon back.`,
  round_began: (event) => `Round ${event.number} begins.`,
  announced: (event) => `“${event.text}”`,
  bets_locked: () => 'The bets are locked.',
  fee_collected: (event, _, t) =>
    `${playerName(event.player)} pays the charge of ${t.money(event.cents)}.`,
  jackpot_locked: (event, _, t) => `${At(event)} has hit the meter: ${t.money(event.cents)}.`,
  jackpot_shared: (event, _, t) => `${At(event)} shares the jackpot: ${t.money(event.cents)}.`,
  meter_reset: (event, _, t) => `The meter begins again at ${t.money(event.seed)}.`,
  late_limit_noticed: (event, _, t) =>
    event.noticed
      ? `${t.money(event.actual)} of ${t.money(event.noticed)} counts on ${bet(event, t)}.`
      : `The bet stands as it lies: ${t.money(event.actual)} on ${bet(event, t)}.`,
  cards_dealt: (event) => `${event.cards.length} cards to ${at(event)}.`,
  stub_counted: (event) => `The stub has ${event.count} cards, ${event.total} in all.`,
  cards_released: () => 'The players may look at their cards.',
  play_placed: (event, _, t) => `${At(event)} plays ${t.money(event.amount)}.`,
  folded: (event) => `${At(event)} folds${event.because === 'time_out' ? ', out of time' : ''}.`,
  hand_thrown_in: (event) => `${At(event)} throws the hand in.`,
  dealer_revealed: (event) =>
    `The dealer has ${event.cards.join(' ')} and ${event.qualifies ? 'qualifies' : 'does not qualify'}.`,
  awards_called: (event, _, t) =>
    `${At(event)} calls ${event.wagers.map((wager) => t.title(wager)).join(' and ') || 'nothing'}.`,
  hand_revealed: (event) => `${At(event)} has ${event.cards.join(' ')}, ${words(event.category)}.`,
  wager_taken: (event, _, t) => `Take ${bet(event, t)} of ${at(event)}: ${t.money(event.stake)}.`,
  wager_pushed: (event, _, t) => `${bet(event, t)} of ${at(event)} pushes.`,
  wager_paid: (event, _, t) =>
    `Pay ${bet(event, t)} of ${at(event)}: ${t.money(event.paid)}${event.odds ? `, ${event.odds}` : ''}.`,
  coupon_settled: (event, _, t) => `The coupon of ${at(event)}: ${t.money(event.paid)}.`,
  envy_collected: (event, _, t) => `Pay the envy bonus to ${at(event)}: ${t.money(event.paid)}.`,
  payout_verified: (event) => `The payout to ${at(event)} is verified.`,
  notice_given: (event) => `Told: ${event.told.map(words).join(', ')}.`,
  hand_racked: (event) =>
    event.seat < 0
      ? 'The stub goes to the discard rack.'
      : `The cards of ${at(event)} go to the discard rack.`,
  round_ended: (event) => `Round ${event.number} is over.`,
  irregularity_reported: (event) =>
    `${inWords(event.kind)}${event.detail ? ` (${event.detail})` : ''}. ${REMEDIES[event.remedy]}`,
  cards_discarded: (event) => `${event.cards.length || 'Some'} out of play, face up.`,
  third_card_missing: () => "The dealer's hand has two cards, and gets its third.",
  cards_exposed: (event) => `Cards of ${at(event)} were seen.`,
  round_voided: (event) => `Round ${event.number} is void: every stake goes back.`,
  settled_round_voided: (event) =>
    `Round ${event.number}, which was settled, is void: all of it goes back.`,
  table_halted: (event) => `The table waits for a ruling by ${words(event.waits_for)}.`,
  ruling_made: (event) =>
    `Ruled: ${event.ruling === 'void' ? 'the round is void' : 'play goes on'} (${event.reason}).`,
  dealer_relieved: (event) => `${event.incoming} comes in for ${event.outgoing}.`,
  limits_changed: (event, _, t) =>
    `${t.title(event.wager)}: ${t.money(event.minimum)} to ${t.money(event.maximum)} from now on.`,
  table_idled: () => 'The table is idle, its cards spread.',
  shuffler_failed: () => 'The shuffler is out of use.',
  shuffler_replaced: () => 'Another shuffler is in use.',
  shuffled_by_hand_instead: () => 'The cards are shuffled by hand for now.',
};

/** Steps and the like say nothing beyond what the person did. */
const UNSAID: EventType[] = [
  'step_done',
  'decisions_began',
  'decisions_done',
  'first_card_awaited',
  'meter_fed',
  'meter_read',
  'settlement_began',
  'shuffle_opened',
  'cards_seen',
];

export function told(
  event: TableEvent,
  view: TableView | null = null,
  terms: Terms = PLAIN,
): string {
  const words = TOLD[event.type] as
    ((event: TableEvent, view: TableView | null, terms: Terms) => string) | undefined;
  if (words) return words(event, view, terms);
  return UNSAID.includes(event.type) ? '' : `${inWords(event.type)}.`;
}

/** The clauses and rulings that an event rests on. */
export function cited(event: TableEvent): string[] {
  return [
    ...('clauses' in event ? event.clauses : []),
    ...('rulings' in event ? event.rulings : []),
  ];
}
