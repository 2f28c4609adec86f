import type {
  Amounts,
  CountedCards,
  Phase,
  ResultLine,
  SeatView,
  TableView,
} from '../protocol/types';

/**
 * What the felt shows at one moment. The view has the current state; the scene approaches it event
 * by event, and keeps the last round visible until the next one begins. It contains no rules.
 */

type Result = 'win' | 'lose' | 'push' | 'forfeit';

/** The dealer has taken the bet. */
export const isTaken = (result: Result): boolean => result === 'lose' || result === 'forfeit';

/** A settled bet, or a payment without its own bet. */
export interface Line {
  seat: number;
  wager: string;
  result: Result;
  stake: number;
  paid: number;
  returned: number;
  net: number;
  toke: boolean;
  odds: string;
  of_meter: boolean;
  /** The reason in one sentence about this round; the clauses follow. */
  why: string;
  clauses: string[];
  /** For a house rule: the clauses of the book that differ. */
  departsFrom: string[];
}

export interface SpotScene {
  amount: number;
  paid: number;
  toke: number;
  /** A match-play coupon's face value. */
  coupon: number;
  line: Line | null;
}

interface HandScene {
  cards: string[];
  name: string;
  racked: boolean;
  /** Which cards counted, once the round is over. */
  counted: CountedCards | null;
}

export interface SeatScene {
  seat: number;
  player: string;
  stack: number;
  spots: Record<string, SpotScene>;
  extra: Line | null;
  decision: string;
  hand: HandScene;
}

export interface Scene {
  round: number;
  phase: Phase;
  dealer: string;
  deck: string;
  commitment: string;
  /** The amount of each meter. */
  meters: Amounts;
  nextToDecide: number | null;
  seats: SeatScene[];
  dealerHand: HandScene;
  qualifies: boolean | null;
  said: string;
  racked: number;
  /** The settled bets of this round, in the dealer's order. */
  lines: Line[];
  /** The round is over; its cards and results stay until the next bet. */
  over: boolean;
  jackpot: boolean;
}

export const NO_HAND: HandScene = { cards: [], name: '', racked: false, counted: null };

const EMPTY_SPOT: SpotScene = { amount: 0, paid: 0, toke: 0, coupon: 0, line: null };

export function spotOf(seat: SeatScene, wager: string): SpotScene {
  return seat.spots[wager] ?? EMPTY_SPOT;
}

export function sceneOf(view: TableView): Scene {
  const lines = view.seats.flatMap((seat) => seat.results.map((line) => lineOf(seat.seat, line)));
  return {
    round: view.round,
    phase: view.phase,
    dealer: view.dealer,
    deck: view.deck,
    commitment: view.commitment,
    meters: view.meters,
    nextToDecide: view.next_to_decide,
    seats: view.seats.map(seatOf),
    dealerHand: { ...NO_HAND, cards: view.dealer_cards, name: view.dealer_hand },
    qualifies: view.qualifies,
    said: '',
    racked: view.rack.reduce((sum, entry) => sum + entry.cards, 0),
    lines,
    over: lines.length > 0 && view.results_of < view.round,
    jackpot: false,
  };
}

/** What a settled bet brings its player. */
export const gainOf = ({
  paid,
  returned,
  stake,
}: Pick<ResultLine, 'paid' | 'returned' | 'stake'>): number => paid + returned - stake;

function lineOf(seat: number, line: ResultLine): Line {
  return {
    ...line,
    seat,
    result: line.result as Result, // One of the service's four results.
    net: gainOf(line),
    of_meter: false,
    departsFrom: line.departs_from,
  };
}

export function newSeat(seat: number, player: string): SeatScene {
  return {
    seat,
    player,
    stack: 0,
    spots: {},
    extra: null,
    decision: '',
    hand: NO_HAND,
  };
}

function seatOf(view: SeatView): SeatScene {
  const seat = newSeat(view.seat, view.player);
  return {
    ...seat,
    stack: view.stack,
    spots: spotsOf(view),
    extra: bonusOf(view),
    decision: view.decision,
    hand: { ...NO_HAND, cards: view.cards, name: view.hand },
  };
}

/** A settled bet on its spot. The view keeps it until the round is over; the felt removes it once taken. */
export function settledSpot(spot: SpotScene, line: Line): SpotScene {
  return { ...spot, amount: isTaken(line.result) ? 0 : spot.amount, line };
}

/** Paid without its own bet, so without a spot. */
function bonusOf(view: SeatView): Line | null {
  const found = betsAgain(view) ? undefined : view.results.find((line) => !line.stake && line.paid);
  return found ? lineOf(view.seat, found) : null;
}

/** New bets clear the last results from the felt. */
function betsAgain(view: SeatView): boolean {
  return Object.keys(view.wagers).length > 0 && !view.cards.length;
}

function spotsOf(view: SeatView): SeatScene['spots'] {
  const spots: SeatScene['spots'] = {};
  const amounts = { ...view.wagers, ...(view.play ? { play: view.play } : {}) };
  for (const [wager, amount] of Object.entries(amounts)) {
    spots[wager] = { ...EMPTY_SPOT, amount };
  }
  for (const [wager, toke] of Object.entries(view.tokes)) {
    spots[wager] = { ...EMPTY_SPOT, ...spots[wager], toke };
  }
  for (const [wager, coupon] of Object.entries(view.coupons)) {
    spots[wager] = { ...EMPTY_SPOT, ...spots[wager], coupon };
  }
  for (const line of betsAgain(view) ? [] : view.results) {
    const { wager } = line;
    const spot = { ...EMPTY_SPOT, ...spots[wager] };
    if (line.stake && !line.toke) spots[wager] = settledSpot(spot, lineOf(view.seat, line));
  }
  return spots;
}

/** After a change's events: the view, with what remains visible of the round before. */
export function settled(scene: Scene, view: TableView): Scene {
  const next = sceneOf(view);
  next.said = scene.said;
  next.lines = scene.lines;
  next.jackpot = scene.jackpot;
  next.qualifies ??= scene.qualifies;
  next.over = scene.over;
  next.seats = next.seats.map((seat) => {
    const before = scene.seats.find((each) => each.seat === seat.seat);
    return before?.player === seat.player ? withTraces(seat, before) : seat;
  });
  if (!next.dealerHand.cards.length && scene.dealerHand.racked) {
    next.dealerHand = scene.dealerHand;
  } else if (!next.dealerHand.name) {
    next.dealerHand = { ...next.dealerHand, name: scene.dealerHand.name };
  }
  return next;
}

/** The results of a finished round, with the cards of seats that show them. */
export function recalled(scene: Scene, round: Scene): Scene {
  if (!scene.over) return scene;
  const lay = (hand: HandScene, then: HandScene) =>
    hand.cards.length ? hand : { ...then, racked: true };
  return {
    ...scene,
    qualifies: scene.qualifies ?? round.qualifies,
    dealerHand: lay(scene.dealerHand, round.dealerHand),
    seats: scene.seats.map((seat) => {
      const then = round.seats.find((each) => each.seat === seat.seat);
      const shows = seat.extra ?? Object.values(seat.spots).some((spot) => spot.line);
      if (!shows || then?.player !== seat.player) return seat;
      const decision = seat.decision || then.decision;
      return { ...seat, decision, hand: lay(seat.hand, then.hand) };
    }),
  };
}

function withTraces(seat: SeatScene, before: SeatScene): SeatScene {
  const spots = { ...seat.spots };
  for (const [wager, spot] of Object.entries(before.spots)) {
    if (spot.line) spots[wager] = settledSpot(spotOf(seat, wager), spot.line);
  }
  const racked = before.hand.racked && !seat.hand.cards.length;
  return {
    ...seat,
    spots,
    extra: before.extra ?? seat.extra,
    decision: seat.decision || (before.hand.racked ? before.decision : ''),
    hand: racked ? before.hand : seat.hand,
  };
}

/** The net result of one or more seats. Tokes are the dealer's. */
export function netOf(lines: Line[], seats: number[]): number {
  return lines
    .filter((line) => seats.includes(line.seat) && !line.toke)
    .reduce((sum, line) => sum + line.net, 0);
}
