/** The current task of the person at this desk, derived from the table's state. */
import type { Command, CommandOf } from '../../protocol/commands';
import type { components } from '../../protocol/schema';
import type { LiveState, SeatView } from '../../protocol/types';
import type { Terms } from '../../text/terms';
import { capital } from '../../text/typography';
import { undecided } from './decisions';
import { inList, say } from '../../text/staff';

/** The due step. */
export type Due = components['schemas']['DueView'];

/** A bet to take, push or pay, in the dealer's order. */
export type ToSettle = components['schemas']['ToSettle'];

/** Steps that a dealer does in one go, confirmed with one touch. */
export type Group = components['schemas']['Group'];
export type Payout = Group['payouts'][number];

export type Task =
  | { kind: 'closed' }
  | { kind: 'halted'; irregularity: string; waitsFor: string; text: string; toSign: boolean }
  | { kind: 'group'; group: Group }
  | { kind: 'step'; due: Due; line: ToSettle | null }
  | { kind: 'decide'; seats: SeatView[]; text: string; clauses: string[] }
  | { kind: 'bets'; bets: number; ready: boolean }
  | { kind: 'nothing' };

const DEALS = ['deal', 'deal_third_card'];

/** True if the group reveals a hand: payment waits until everybody has seen it. */
export function reveals(group: Group): boolean {
  return group.steps[0]?.name === 'reveal_hand';
}

/** `single` means one step at a time, for learners and for houses that want it. */
export function taskOf(live: LiveState, single: boolean): Task {
  const { view } = live;
  if (view.phase === 'closed') return { kind: 'closed' };
  if (view.halted) {
    const { irregularity, waits_for: waitsFor, text, to_sign: toSign = false } = view.halted;
    return { kind: 'halted', irregularity, waitsFor, text, toSign };
  }
  const { due } = view;
  if (due && view.group && !single) return { kind: 'group', group: view.group };
  if (due) return { kind: 'step', due, line: view.to_settle[0] ?? null };
  const seats = undecided(view);
  if (seats.length) {
    const { text = '', clauses = [] } = view.offer ?? {};
    return { kind: 'decide', seats: single ? seats.slice(0, 1) : seats, text, clauses };
  }
  if (view.phase === 'betting') {
    const bets = view.seats.filter((seat) => Object.keys(seat.wagers).length).length;
    const ready = live.moves.some((move) => move.type === 'announce_no_more_bets');
    return { kind: 'bets', bets, ready };
  }
  return { kind: 'nothing' };
}

export interface Entered {
  cards: string[];
  count: number | null;
  flaws: string;
  /** For a wrong count: a hand has too many or too few cards. */
  misdealt?: boolean;
  /** Seats that declined the cut, in the order of asking. */
  refused?: number[];
}

/** The command that confirms the step. */
export function confirmation(due: Due, entered: Entered): Command {
  const { needs } = due;
  if (due.step === 'shuffle') return { type: 'shuffle_deck', deck: due.deck ?? 0 };
  const command: CommandOf<'confirm'> = { type: 'confirm', step: due.step };
  if (due.deck !== null && due.deck !== undefined) command.deck = due.deck;
  if (due.seat !== null && due.seat !== undefined) command.seat = due.seat;
  if (needs.cards) command.cards = entered.cards;
  if (needs.count && entered.count !== null) command.count = entered.count;
  if (due.step === 'count_stub' && entered.count !== null) {
    command.misdealt = entered.misdealt ?? false;
  }
  if (needs.flaws && entered.flaws.trim()) command.flaws = entered.flaws.trim();
  if (entered.refused?.length) command.refused_by = entered.refused;
  return command;
}

/** The button's text: what the person has done. */
export function doneWord(due: Due, line: ToSettle | null): string {
  if (due.step === 'shuffle') return say('dealer.shuffled');
  if (DEALS.includes(due.step)) return say('dealer.dealtTitle');
  if (due.step === 'verify_payout') return say('dealer.verified');
  if (due.step !== 'settle' || !line) return say('words.done');
  if (line.result === 'win') return say('words.paid');
  return line.result === 'push' ? say('dealer.pushed') : say('dealer.taken');
}

/** The button's text for a listed group of steps. */
export const allDone = (steps: number): string =>
  steps === 1 ? say('words.done') : say('dealer.allDone', { steps });

/** A hand's chip moves: `Pay $25, take $5`. Payouts made last are left out. */
export function chipMoves({ payouts, pays_now, takes_now }: Group, terms: Terms): string {
  const words = [
    pays_now && say('dealer.payPaid', { paid: terms.money(pays_now) }),
    takes_now && say('dealer.takeTaken', { taken: terms.money(takes_now) }),
  ];
  const rest = payouts.every((each) => each.later) ? say('dealer.go') : say('dealer.pushAll');
  return capital(words.filter(Boolean).join(', ') || rest);
}

/**
 * After a void round: `Seats 1, 2 and 7 get $5 back. Seat 4 gets $10 back.` What a player with two
 * hands gets is one amount: `Seats 5 and 6 get $15 back together.`
 */
export function givenBack(back: { seats: number[]; cents: number }[], terms: Terms): string {
  const single = back.filter(({ seats }) => seats.length === 1);
  const together = back.filter(({ seats }) => seats.length > 1);
  const amounts = [...new Set(single.map(({ cents }) => cents))];
  const each = amounts.map((amount) => {
    const seats = single.filter(({ cents }) => cents === amount).flatMap(({ seats }) => seats);
    const one = seats.length === 1;
    const who = { seats: inList(seats.map(String)), amount: terms.money(Math.abs(amount)) };
    if (amount > 0) return say(one ? 'dealer.seatGetsBack' : 'dealer.seatsGetBack', who);
    return say(one ? 'dealer.seatGivesBack' : 'dealer.seatsGiveBack', who);
  });
  const both = together.map(({ seats, cents }) =>
    say(cents > 0 ? 'dealer.seatsGetTogether' : 'dealer.seatsGiveTogether', {
      seats: inList(seats.map(String)),
      amount: terms.money(Math.abs(cents)),
    }),
  );
  return [...each, ...both].join(' ') || say('dealer.nobodyHadBet');
}
