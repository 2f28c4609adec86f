import type { CountedCards, EventOf, EventType } from '../protocol/types';
import { FEE } from './results';
import {
  NO_HAND,
  gainOf,
  newSeat,
  settledSpot,
  spotOf,
  type Line,
  type Scene,
  type SeatScene,
  type SpotScene,
} from './scene';

const DEALER = 0;
export const STUB = -1;

type Events = { [T in EventType]: EventOf<T> & { type: T } };
type Changes = { [T in EventType]?: (scene: Scene, event: Events[T]) => Scene };

/** The scene after one more event. Events without a picture leave it unchanged. */
export function evolve<T extends EventType>(scene: Scene, event: Events[T]): Scene {
  const type: T = event.type;
  return CHANGES[type]?.(scene, event) ?? scene;
}

const CHANGES: Changes = {
  seat_taken: (scene, { seat, player }) => ({
    ...scene,
    seats: [...scene.seats.filter((each) => each.seat !== seat), newSeat(seat, player)].sort(
      (one, other) => one.seat - other.seat,
    ),
  }),
  seat_left: (scene, { seat }) => ({
    ...scene,
    seats: scene.seats.filter((each) => each.seat !== seat),
  }),
  chips_bought: (scene, { player, cents }) => withStack(scene, player, cents),
  wager_placed: (scene, { seat, wager, amount, before }) =>
    withSpot(cleared(scene, seat), seat, wager, { amount }, before - amount),
  wager_withdrawn: (scene, { seat, wager, amount }) =>
    withSpot(scene, seat, wager, { amount: 0 }, amount),
  toke_placed: (scene, { seat, wager, amount, before }) =>
    withSpot(scene, seat, wager, { toke: amount }, before - amount),
  toke_withdrawn: (scene, { seat, wager, amount }) =>
    withSpot(scene, seat, wager, { toke: 0 }, amount),
  coupon_placed: (scene, { seat, on, face }) => withSpot(scene, seat, on, { coupon: face }),
  coupon_withdrawn: (scene, { seat, on }) => withSpot(scene, seat, on, { coupon: 0 }),
  toke_given: (scene, { seat, amount }) => pay(scene, seat, -amount),
  fee_collected: (scene, { player, cents, seat, clauses }) =>
    withStack(
      { ...scene, lines: [...scene.lines, { ...lineOf('lose', seat, FEE, cents), clauses }] },
      player,
      -cents,
    ),
  announced: (scene, event) => ({ ...scene, said: event.text }),
  bets_locked: (scene) => ({ ...clearedAll(scene), phase: 'dealing' }),
  meter_fed: (scene, event) => withMeter(scene, event.of, (cents) => cents + event.meter),
  cards_dealt: (scene, { seat, cards }) =>
    withHand(scene, seat, (hand) => ({
      ...hand,
      cards: [...(hand.racked ? [] : hand.cards), ...cards],
      racked: false,
      counted: null,
    })),
  cards_seen: (scene, { seat, cards, hand }) =>
    withHand(scene, seat, () => ({ ...NO_HAND, cards, name: hand })),
  decisions_began: (scene) => ({ ...scene, phase: 'deciding', said: '' }),
  play_placed: (scene, { seat, amount }) =>
    withSeat(withSpot(scene, seat, 'play', { amount }, -amount), seat, { decision: 'play' }),
  folded: (scene, { seat }) => withSeat(scene, seat, { decision: 'fold' }),
  decisions_done: (scene) => ({ ...scene, phase: 'settling', nextToDecide: null }),
  dealer_revealed: (scene, event) => ({
    ...withHand(scene, DEALER, () => ({
      ...NO_HAND,
      cards: event.cards,
      name: event.hand ?? '',
    })),
    qualifies: event.qualifies,
  }),
  hand_revealed: (scene, { seat, cards, hand: called }) =>
    withHand(scene, seat, (hand) => ({
      ...NO_HAND,
      cards,
      name: hand.name || (called ?? ''),
    })),
  cards_exposed: (scene, { seat, cards }) => withHand(scene, seat, (hand) => ({ ...hand, cards })),
  wager_taken: (scene, event) => withLine(scene, lineOfBet(event.result, event)),
  wager_pushed: (scene, event) =>
    withLine(scene, { ...lineOfBet('push', event), returned: event.stake, net: 0 }),
  wager_paid: (scene, event) => {
    const { paid, returned, odds, of_meter } = event;
    const net = gainOf(event);
    return withLine(scene, { ...lineOfBet('win', event), paid, returned, odds, of_meter, net });
  },
  coupon_settled: (scene, event) =>
    event.paid ? withLine(scene, extra('match_play', event)) : scene,
  envy_collected: (scene, event) => withLine(scene, extra('envy', event)),
  meter_read: (scene, event) => withMeter(scene, event.of, () => event.meter),
  meter_reset: (scene, event) => withMeter(scene, event.of, () => event.seed),
  hand_racked: (scene, { seat, cards }) => {
    const racked = { ...scene, racked: scene.racked + cards.length };
    if (seat === STUB) return racked;
    return withHand(chipsTaken(racked, seat), seat, (hand) => ({ ...hand, racked: true }));
  },
  round_ended: (scene, { counted = {} }) => ({ ...withCounted(scene, counted), over: true }),
  round_voided: (scene) => ({ ...clearedAll(scene), over: true, lines: [] }),
  round_began: (scene, event) => ({
    ...scene,
    round: event.number,
    phase: 'betting',
    racked: 0,
  }),
};

function withSeat(scene: Scene, number: number, changes: Partial<SeatScene>): Scene {
  const seats = scene.seats.map((seat) => (seat.seat === number ? { ...seat, ...changes } : seat));
  return { ...scene, seats };
}

function seatAt(scene: Scene, number: number): SeatScene | undefined {
  return scene.seats.find((seat) => seat.seat === number);
}

function withHand(
  scene: Scene,
  number: number,
  change: (hand: Scene['dealerHand']) => Scene['dealerHand'],
): Scene {
  if (number === DEALER) return { ...scene, dealerHand: change(scene.dealerHand) };
  const seat = seatAt(scene, number);
  return seat ? withSeat(scene, number, { hand: change(seat.hand) }) : scene;
}

function withCounted(scene: Scene, counted: Record<string, CountedCards>): Scene {
  return Object.entries(counted).reduce(
    (now, [seat, cards]) => withHand(now, Number(seat), (hand) => ({ ...hand, counted: cards })),
    scene,
  );
}

/** A player has one stack for all seats. */
function withStack(scene: Scene, player: string, cents: number): Scene {
  const seats = scene.seats.map((seat) =>
    seat.player === player ? { ...seat, stack: seat.stack + cents } : seat,
  );
  return { ...scene, seats };
}

function pay(scene: Scene, number: number, cents: number): Scene {
  const seat = seatAt(scene, number);
  return seat ? withStack(scene, seat.player, cents) : scene;
}

/** Changes what lies on a spot, with the chips that move to or from the player's stack for it. */
function withSpot(
  scene: Scene,
  number: number,
  wager: string,
  changes: Partial<SpotScene>,
  cents = 0,
): Scene {
  const seat = seatAt(scene, number);
  if (!seat) return scene;
  const spots = { ...seat.spots, [wager]: { ...spotOf(seat, wager), ...changes } };
  return pay(withSeat(scene, number, { spots }), number, cents);
}

function lineOf(result: Line['result'], seat: number, wager: string, stake: number): Line {
  const nothing = { paid: 0, returned: 0, toke: false, odds: '', of_meter: false };
  const unsaid = { why: '', clauses: [], departsFrom: [] };
  return { seat, wager, result, stake, net: -stake, ...nothing, ...unsaid };
}

type Settled = EventOf<'wager_taken' | 'wager_pushed' | 'wager_paid'>;

function lineOfBet(result: Line['result'], event: Settled): Line {
  const { seat, wager, stake, toke } = event;
  return { ...lineOf(result, seat, wager, stake), toke, ...reasonOf(event) };
}

/** The reason in words, its clauses, and the clauses departed from. */
function reasonOf(event: { why?: string; clauses: string[]; departs_from?: string[] }) {
  return {
    why: event.why ?? '',
    clauses: event.clauses,
    departsFrom: event.departs_from ?? [],
  };
}

/** A payment without its own stake. */
function extra(wager: string, event: EventOf<'coupon_settled' | 'envy_collected'>): Line {
  const { seat, paid } = event;
  return { ...lineOf('win', seat, wager, 0), paid, net: paid, ...reasonOf(event) };
}

/** The event names the meter if the house has several. */
function withMeter(
  scene: Scene,
  named: string | undefined,
  change: (cents: number) => number,
): Scene {
  const key = named ?? Object.keys(scene.meters)[0];
  const cents = key === undefined ? undefined : scene.meters[key];
  if (key === undefined || cents === undefined) return scene;
  return { ...scene, meters: { ...scene.meters, [key]: change(cents) } };
}

/** Shows a settled bet on its spot, or beside the ante if it has none. */
function withLine(scene: Scene, line: Line): Scene {
  const next = { ...scene, lines: [...scene.lines, line], jackpot: scene.jackpot || line.of_meter };
  const seat = seatAt(scene, line.seat);
  if (!seat) return next;
  const { wager } = line;
  const spot = seat.spots[wager];
  if (line.toke) return spot ? withSpot(next, seat.seat, wager, { toke: 0 }) : next;
  const gains = line.paid + line.returned;
  if (!spot) return withSeat(pay(next, seat.seat, gains), seat.seat, { extra: line });
  const settled = { ...settledSpot(spot, line), paid: line.paid };
  return withSpot(next, seat.seat, wager, settled, gains);
}

/** The player takes winnings and returned bets; the results stay visible. */
function chipsTaken(scene: Scene, number: number): Scene {
  const seat = seatAt(scene, number);
  if (!seat) return scene;
  const spots: SeatScene['spots'] = {};
  for (const [wager, spot] of Object.entries(seat.spots)) {
    spots[wager] = spot.line ? { ...spot, amount: 0, paid: 0, coupon: 0 } : spot;
  }
  return withSeat(scene, number, { spots });
}

/** A new bet clears the seat's old results. */
function cleared(scene: Scene, number: number): Scene {
  const seat = seatAt(scene, number);
  if (!scene.over || !seat) return scene;
  const spots: SeatScene['spots'] = {};
  for (const [wager, spot] of Object.entries(seat.spots)) {
    spots[wager] = { ...spot, line: null, paid: 0 };
  }
  return withSeat(scene, number, {
    spots,
    extra: null,
    hand: NO_HAND,
    decision: '',
  });
}

function clearedAll(scene: Scene): Scene {
  const swept = scene.seats.reduce((now, seat) => cleared(now, seat.seat), scene);
  return {
    ...swept,
    dealerHand: NO_HAND,
    qualifies: null,
    lines: [],
    over: false,
    jackpot: false,
    said: scene.said,
  };
}
