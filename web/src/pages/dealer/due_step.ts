/** The current task of the person at this desk, derived from the table's state. */
import type { Command, CommandOf } from '../../protocol/commands';
import type { components } from '../../protocol/schema';
import type { LiveState, TableView } from '../../protocol/types';
import type { Terms } from '../../text/terms';
import { undecided, type Deciding } from './decisions';
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
  | { kind: 'halted'; irregularity: string; waitsFor: string; toSign: boolean }
  | { kind: 'group'; group: Group }
  | { kind: 'step'; due: Due; takes: Takes; line: ToSettle | null }
  | { kind: 'decide'; seats: Deciding[]; text: string; clauses: string[] }
  | { kind: 'bets'; bets: number; ready: boolean }
  | { kind: 'nothing' };

/** The input needed to confirm the step. */
type Takes = 'nothing' | 'cards' | 'count' | 'flaws' | 'shuffle';

const DEALS = ['deal', 'deal_third_card'];
const REVEALS = ['reveal_dealer', 'reveal_hand'];
const WITH_COUNT = ['cut', 'count_stub', 'count'];
const WITH_FLAWS = ['inspect', 'verify'];

/** True if the group reveals a hand: payment waits until everybody has seen it. */
export function reveals(group: Group): boolean {
  return group.steps[0]?.name === 'reveal_hand';
}

/** `single` means one step at a time, for learners and for houses that want it. */
export function taskOf(live: LiveState, single: boolean): Task {
  const { view } = live;
  if (view.phase === 'closed') return { kind: 'closed' };
  if (view.halted) {
    const { irregularity, waits_for: waitsFor, to_sign: toSign = false } = view.halted;
    return { kind: 'halted', irregularity, waitsFor, toSign };
  }
  const { due } = view;
  if (due && view.group && !single) return { kind: 'group', group: view.group };
  if (due) return { kind: 'step', due, takes: takesOf(view, due), line: nextLine(view, due) };
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

function takesOf(view: TableView, due: Due): Takes {
  if (due.step === 'shuffle') return 'shuffle';
  if (DEALS.includes(due.step)) return asDealt(view, due) ? 'cards' : 'nothing';
  if (REVEALS.includes(due.step)) return due.cards ? 'cards' : 'nothing';
  if (WITH_COUNT.includes(due.step)) return 'count';
  return WITH_FLAWS.includes(due.step) ? 'flaws' : 'nothing';
}

function nextLine(view: TableView, due: Due): ToSettle | null {
  if (due.step !== 'settle' && due.step !== 'verify_payout') return null;
  return view.to_settle[0] ?? null;
}

/** Tables without a kind enter cards as they are dealt; a committed deck is digital. */
function asDealt(view: TableView, due: Due): boolean {
  return !view.kind && !view.commitment && due.cards !== 0;
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
export function confirmation(due: Due, takes: Takes, entered: Entered): Command {
  if (takes === 'shuffle') return { type: 'shuffle_deck', deck: due.deck ?? 0 };
  const command: CommandOf<'confirm'> = { type: 'confirm', step: due.step };
  if (due.deck !== null && due.deck !== undefined) command.deck = due.deck;
  if (due.seat !== null && due.seat !== undefined) command.seat = due.seat;
  if (takes === 'cards') command.cards = entered.cards;
  if (takes === 'count' && entered.count !== null) command.count = entered.count;
  if (due.step === 'count_stub' && entered.count !== null) {
    command.misdealt = entered.misdealt ?? false;
  }
  if (takes === 'flaws' && entered.flaws.trim()) command.flaws = entered.flaws.trim();
  if (entered.refused?.length) command.refused_by = entered.refused;
  return command;
}

/** The button's text: what the person has done. */
export function doneWord(due: Due, line: ToSettle | null): string {
  if (due.step === 'shuffle') return say('dealer.shuffled');
  if (DEALS.includes(due.step)) return say('dealer.dealtTitle');
  if (due.step === 'verify_payout') return say('dealer.verified');
  if (due.step !== 'settle' || !line) return say('dealer.done');
  if (line.result === 'win') return say('dealer.paid');
  return line.result === 'push' ? say('dealer.pushed') : say('dealer.taken');
}

/** The button's text for a listed group of steps. */
export const allDone = (steps: number): string =>
  steps === 1 ? say('dealer.done') : say('dealer.allDone', { steps });

/** A hand's chip moves: `Pay $25, take $5`. Payouts made last are left out. */
export function inSum(payouts: Payout[], terms: Terms): string {
  const now = payouts.filter((each) => !each.later);
  const sum = (action: string, of: (each: Payout) => number) =>
    now.filter((each) => each.action === action).reduce((total, each) => total + of(each), 0);
  const paid = sum('pay', (each) => each.paid);
  const taken = sum('take', (each) => each.stake);
  const words = [
    paid && say('dealer.payPaid', { paid: terms.money(paid) }),
    taken && say('dealer.takeTaken', { taken: terms.money(taken) }),
  ];
  const said =
    words.filter(Boolean).join(', ') || (now.length ? say('dealer.pushAll') : say('dealer.go'));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** After a void round: `Seats 1, 2 and 7 get $5 back. Seat 4 gets $10 back.` */
export function givenBack(back: { seat: number; cents: number }[], terms: Terms): string {
  const sentences = [...new Set(back.map(({ cents }) => cents))].map((amount) => {
    const seats = back.filter(({ cents }) => cents === amount).map(({ seat }) => seat);
    const one = seats.length === 1;
    const who = { seats: inList(seats.map(String)), amount: terms.money(Math.abs(amount)) };
    if (amount > 0) return say(one ? 'dealer.seatGetsBack' : 'dealer.seatsGetBack', who);
    return say(one ? 'dealer.seatGivesBack' : 'dealer.seatsGiveBack', who);
  });
  return sentences.join(' ') || say('dealer.nobodyHadBet');
}
