"""The dealer's procedure: which steps are due, and in which order."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from ..house.errors import HouseError
from ..house.loader import with_settings
from ..house.model import House
from ..house.points import Point
from ..house.procedure import DealMethod
from ..house.wager import Row
from ..wagers.large_payout import large_payout
from ..wagers.outcome import Line
from ..wagers.round_settlement import SeatSettled, Settled
from ..wagers.sequence import Move
from .chips import spot
from .claims import stays_closed
from .events import Step
from .instructions import because_of
from .state import DEALER, Table


def opening(house: House, decks: Sequence[int]) -> tuple[Step, ...]:
    """The opening steps, complete for each deck; with two, the second waits in the rack."""
    steps = list(house.cards.opening)
    checks = [name for name in steps if name in ("break_seal", "inspect", "verify", "count")]
    mixing = [name for name in steps if name not in checks]
    if "inspect" in checks and "verify" not in checks:
        checks.insert(checks.index("inspect") + 1, "verify")  # Supervisor and dealer both look.
    due: list[Step] = []
    dispenses = machine_dispenses(house) and house.shuffle.method == "machine"
    for deck in decks:
        due += [Step(name, deck) for name in checks]
        if not dispenses:
            due += _mixed(house, deck, mixing)
    if dispenses:
        due += [Step("rack_deck", deck) for deck in decks[1:]]
        for deck in decks:
            due += _mixed(house, deck, mixing)
            due.append(Step("spread_face_down" if deck else "load_machine", deck))
    return tuple(due)


def machine_dispenses(house: House) -> bool:
    """Whether the shuffling machine hands out the stacks, which makes it the shoe as well."""
    return bool(house.shuffle.before_machine)


def _mixed(house: House, deck: int, mixing: Sequence[str]) -> Iterator[Step]:
    """Wash and stack, then shuffle by hand as often as a new deck requires."""
    times = house.shuffle.new_deck
    repeats = times.hand if house.shuffle.method == "hand" else times.machine
    for name in mixing:
        if name not in ("shuffle", "cut"):
            yield Step(name, deck)
    if "cut" in mixing:
        # A book that cuts a new deck shuffles it by hand first; the recorded order comes later.
        for _ in range(repeats):
            yield from (_in_passing(name, deck) for name in house.shuffle.by_hand)


def _in_passing(name: str, deck: int) -> Step:
    """A step before the order is recorded: a cut here has no order to change yet."""
    return Step("cut_once" if name == "cut" else name, deck)


def preparation(
    table: Table, number: int, *, after_play: bool, deck: int | None = None
) -> tuple[Step, ...]:
    """Steps between two rounds: used deck to the machine; next one shuffled, cut and loaded."""
    house, deck = table.house, deck_of_round(table, number) if deck is None else deck
    due: list[Step] = []
    if after_play and not shuffles_by_hand(table):
        used = deck_of_round(table, number - 1)
        due += [_in_passing(name, used) for name in house.shuffle.before_machine]
        due.append(Step("load_machine", used))
    return (*due, *shuffled(table, deck))


def shuffled(table: Table, deck: int) -> tuple[Step, ...]:
    """Steps from the shuffle on; only a deck shuffled by hand is cut.

    If a player makes the last cut, the dealer's cuts come before it.
    """
    house, by_hand = table.house, shuffles_by_hand(table)
    due: list[Step] = []
    if by_hand:
        dealers = house.shuffle.last_cut == "player"
        done = (name for name in house.shuffle.by_hand if name != "cut" or dealers)
        due += [_in_passing(name, deck) for name in done]
    due.append(Step("shuffle", deck))
    if by_hand:
        due += cut_steps(deck)
    if deal_method(table) == "hand":
        due.append(Step("take_in_hand", deck))
    elif not machine_dispenses(house):
        due.append(Step("load_shoe", deck))
    return tuple(due)


def shuffles_by_hand(table: Table) -> bool:
    return table.by_hand or table.house.shuffle.method == "hand"


def deal_method(table: Table) -> DealMethod:
    return _deal_method(table.house, by_hand=table.by_hand)


def _deal_method(house: House, *, by_hand: bool) -> DealMethod:
    """The house's method, or by hand if a dispensing machine is not in use."""
    if machine_dispenses(house) and (by_hand or house.shuffle.method == "hand"):
        return "hand"
    return house.dealing.method


def cards_at_a_time(table: Table) -> int:
    return 3 if deal_method(table) == "automated_shoe" else 1


def cut_steps(deck: int) -> list[Step]:
    return [Step("cut", deck), Step("rack_cover_card", deck)]


def deck_of_round(table: Table, number: int) -> int:
    """The deck of a round: two decks alternate."""
    return (number - 1 + table.deck_shift) % len(table.decks)


# Bets are open until the first card is out, so its seat is not known yet.
FIRST_CARD = (Step("deal"),)


def dealing(table: Table, positions: Sequence[int]) -> tuple[Step, ...]:
    house = table.house
    due: list[Step] = []
    if any(wager.absent for wager in house.wagers.values()):
        due.append(Step("name_who_has_no_pair_plus"))
    if house.fee.amount_cents:
        due.append(Step("collect_fee"))
    if deal_method(table) == "automated_shoe":
        due += [Step("deal", seat=seat) for seat in positions]
        if house.dealing.dealer_stack == "cover_card_on_top":
            if house.cards.cover_cards == 1 and shuffles_by_hand(table):
                due.append(Step("retrieve_cover_card"))  # It has been in the rack since the cut.
            due.append(Step("cover_dealer_stack"))
        elif house.dealing.dealer_stack == "cut_card_underneath":
            due.append(Step("slide_cut_card_under"))
        due.append(Step("deal", seat=DEALER))
    else:
        due += [Step("deal", seat=seat) for _ in range(3) for seat in (*positions, DEALER)]
    lights = house.dealing.machine_lights and not shuffles_by_hand(table)
    due.append(Step("remove_stub"))
    if lights and deal_method(table) == "automated_shoe":  # Here the machine is emptied.
        due.append(Step("check_red_light"))
    if stub_count_due(table):
        due.append(Step("count_stub"))
    due.append(Step("rack_stub"))
    if lights:
        due.append(Step("check_green_light"))
    if house.dealing.release == "seat":
        due += [Step("release", seat=seat) for seat in positions]
    else:
        due.append(Step("release"))
    return tuple(due)


def clauses_here(table: Table, *because: Point | str) -> tuple[str, ...]:
    """The house's clauses for the present dealing method."""
    return _clauses(table.house, table.by_hand, because)


@lru_cache(maxsize=4096)
def _clauses(house: House, by_hand: bool, because: tuple[Point | str, ...]) -> tuple[str, ...]:
    return as_dealt(house, _deal_method(house, by_hand=by_hand)).clauses(*because)


def step_clauses(table: Table, name: str, move: Move | None = None) -> tuple[str, ...]:
    """The clauses of a step that is done; for a settled bet, including those on its manner."""
    because = move.because if move is not None else ""
    return _step_clauses(table.house, table.by_hand, name, because)


@lru_cache(maxsize=4096)
def _step_clauses(house: House, by_hand: bool, name: str, manner: str) -> tuple[str, ...]:
    return _clauses(house, by_hand, because_of(house, name, manner))


@lru_cache(maxsize=256)
def as_dealt(house: House, method: DealMethod) -> House:
    """The house with a different dealing method, for when its machine is not in use."""
    if method == house.dealing.method:
        return house
    try:
        return with_settings(house, {"dealing.method": method})
    except HouseError:
        return house


def stub_count_due(table: Table) -> bool:
    """Whether to count the stub: at least every five rounds, unless the machine counts."""
    rule, house = table.house.cards.stub_count, table.house
    if house.shuffle.machine_counts and not table.by_hand:
        return False
    number, last = _number(table), _last_count(table)
    if rule.window == "block":
        counted_in_block = last and (last - 1) // rule.every == (number - 1) // rule.every
        return number % rule.every == 0 and not counted_in_block
    return number - last >= rule.every


def rounds_to_count(table: Table) -> int:
    """Rounds until the stub must be counted; 0 in the round of a count."""
    rule = table.house.cards.stub_count
    if stub_count_due(table) or table.round.counted:
        return 0
    if rule.window == "block":
        return -_number(table) % rule.every
    return max(0, rule.every - rounds_since_count(table))


def rounds_since_count(table: Table) -> int:
    """Rounds since the last stub count, including this one."""
    return _number(table) - _last_count(table)


def _number(table: Table) -> int:
    """The round's number counted from the opening, when new decks start a new count."""
    return table.round.number - table.played_before


def _last_count(table: Table) -> int:
    per_deck = table.house.cards.stub_count.per == "deck"
    before = table.played_before
    return table.last_counts.get(table.round.deck if per_deck else -1, before) - before


def completing(house: House, *, folds: bool) -> tuple[Step, ...]:
    due = []
    if folds and house.settlement.folds == "after_all_decisions":
        due.append(Step("collect_folds"))
    if house.decisions.tuck_cards:
        due.append(Step("verify_plays"))
    return (*due, Step("reveal_dealer"))


def to_show(table: Table) -> tuple[int, ...]:
    """The hands to turn up, from the dealer's right: those still in play."""
    return tuple(sorted(_in_play(table), reverse=True))


def settling(table: Table, settled: Settled, moves: Sequence[Move]) -> tuple[Step, ...]:
    """Settlement steps: hands are revealed from the dealer's right and stay open until paid."""
    steps = Completion(table, settled, moves)
    due: list[Step] = []
    if pays_hand_by_hand(table.house):
        for hand in steps.waiting:
            due += [*steps.revealed(hand), *steps.paid(hand)]
    else:
        for hand in steps.waiting:
            due += steps.revealed(hand)
        due += steps.paid(None)
    return (*due, *steps.end(due))


def pays_hand_by_hand(house: House) -> bool:
    return house.settlement.passes == "per_hand"


class Completion:
    """The steps of a settlement, derived from its results: each hand, late payments, the end.

    Each notice and verification happens once, so ask for the parts in the order of the steps.
    """

    def __init__(self, table: Table, settled: Settled, moves: Sequence[Move]):
        self.table, self.house, self.moves = table, table.house, moves
        self.large = {seat.seat for seat in settled.seats if _is_large(self.house, seat)}
        self.large |= {move.seat for move in moves if _is_verified(table, move)}
        self.last = {
            (seat.seat, line.wager)
            for seat in settled.seats
            for line in (*seat.lines, *_tokes_of(seat))
            if line.paid_last is True
        }
        self.waiting = to_show(table)
        self.noticed = {seat for seat, _, _ in noticed(self.house, moves)}
        self.in_turn = [
            (place, move)
            for place, move in enumerate(moves)
            if move.wager != "envy"
            and (move.seat, move.wager) not in self.last
            and not _was_taken(table, move)
        ]
        self.of_hand: dict[int, list[tuple[int, Move]]] = {}
        for place, move in self.in_turn:
            self.of_hand.setdefault(move.seat, []).append((place, move))
        at_once = set(self.waiting) - {seat for seat, _ in self.last}
        self.racked_at_once = at_once if _racks_each(self.house) else set()
        self.verified: set[int] = set()
        self.seen: set[int] = set()

    def revealed(self, hand: int) -> list[Step]:
        """Turn the hand over, unless nobody has to see it."""
        if stays_closed(self.table, hand):
            return []
        return [Step("reveal_hand", seat=hand), *self.told(hand)]

    def told(self, hand: int) -> list[Step]:
        """Notify at once those who must hear of the hand."""
        return [Step("notify_royal", seat=hand)] if hand in self.noticed else []

    def paid(self, hand: int | None) -> list[Step]:
        """Settle the bets of a hand, or of all; rack the cards too if the house does so then."""
        due: list[Step] = []
        for place, move in self.in_turn if hand is None else self.of_hand.get(hand, ()):
            due += self._settled(place, move)
            if move.seat in self.racked_at_once and place == self.of_hand[move.seat][-1][0]:
                due.append(Step("rack_hand", seat=move.seat))
        if hand in self.racked_at_once and hand not in self.of_hand:
            due.append(Step("rack_hand", seat=hand))
        return due

    def end(self, due: Sequence[Step]) -> list[Step]:
        """Late payments, envy, and the cards not yet in the rack."""
        end: list[Step] = []
        for place, move in enumerate(self.moves):
            if (move.seat, move.wager) in self.last:
                end += self._settled(place, move)
        for place, move in enumerate(self.moves):
            if move.wager == "envy":
                end.append(Step("settle", seat=move.seat, move=place))
        racked = {step.seat for step in due if step.name == "rack_hand"}
        left = [seat for seat in (*self.waiting, DEALER) if seat not in racked]
        return [*end, *(Step("rack_hand", seat=seat) for seat in left), Step("end_round")]

    def _settled(self, place: int, move: Move) -> list[Step]:
        return [
            *_seen(self.house, move, self.seen),
            *_verified(move, self.large, self.verified),
            Step("settle", seat=move.seat, move=place),
        ]


def _is_large(house: House, seat: SeatSettled) -> bool:
    """Whether the payout is large: everything paid for the hand counts, tokes included."""
    if seat.large_payout is not msgspec.UNSET:
        return True
    paid = [line.paid for line in (*seat.lines, *_tokes_of(seat))]
    return large_payout(house, paid) is not None


def _tokes_of(seat: SeatSettled) -> Sequence[Line]:
    return () if seat.tokes is msgspec.UNSET else seat.tokes


def _racks_each(house: House) -> bool:
    """Whether a hand is racked when it is paid, rather than when all are."""
    until = house.completion.hands_face_up_until
    if until is None:
        return house.settlement.passes == "per_hand"
    return until == "own_hand_paid"


def noticed(house: House, moves: Iterable[Move]) -> set[tuple[int, str, str]]:
    """The awards that the house reports to somebody: seat, wager, row."""
    return {
        (move.seat, move.wager, str(move.line.category))
        for move in moves
        if move.line is not None and _is_noticed(house, move)
    }


def _is_noticed(house: House, move: Move) -> bool:
    row = row_paid(house, move) if move.action == "pay" else None
    return row is not None and is_notable(row)


def is_notable(row: Row) -> bool:
    """Whether the house reports the award to somebody, or it is a jackpot."""
    return bool(row.notify) or row.paid == "last_from_left"


def move_of(table: Table, step: Step) -> Move | None:
    """The settlement move that a step carries out."""
    return table.round.moves[step.move] if step.name == "settle" and step.move is not None else None


def row_paid(house: House, move: Move) -> Row | None:
    """The pay table row by which a move pays a side wager."""
    wager = house.wagers.get(move.wager)
    if wager is None or move.line is None or not isinstance(move.line.category, str):
        return None
    return wager.pays.get(move.line.category)


def _is_verified(table: Table, move: Move) -> bool:
    """Whether the award is verified at any amount. For money, no dealer pays out a meter alone."""
    row = row_paid(table.house, move) if move.action == "pay" else None
    return row is not None and (row.verify or (table.guarded and row.meter is not None))


def _seen(house: House, move: Move, seen: set[int]) -> list[Step]:
    """The verification of a reportable hand, due before it is paid."""
    if move.seat in seen or not _is_noticed(house, move):
        return []
    seen.add(move.seat)
    return [Step("verify_royal", seat=move.seat)]


def _in_play(table: Table) -> set[int]:
    """Hands still to be looked at: not folded, or folded with a bet that survives."""
    rack = {entry.seat for entry in table.round.rack}
    return {n for n in table.round.positions if n not in rack}


def _was_taken(table: Table, move: Move) -> bool:
    """Whether the bet was already taken when its folded hand was collected."""
    seat = table.seats[move.seat]
    forfeited = move.line is not None and move.line.result == "forfeit"
    if seat.thrown_in:
        return not (move.toke and table.accounts.get(spot(move.seat, move.wager, toke=True)))
    return seat.folded and forfeited


def _verified(move: Move, large: set[int], verified: set[int]) -> list[Step]:
    if move.action != "pay" or move.seat not in large or move.seat in verified:
        return []
    verified.add(move.seat)
    return [Step("verify_payout", seat=move.seat)]
