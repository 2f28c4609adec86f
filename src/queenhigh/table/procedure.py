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
from .chip_place import spot
from .claims import stays_closed
from .events import Step
from .instructions import because_of
from .state import DEALER, Table
from .stub_count import stub_count_due


def opening(house: House, decks: Sequence[int]) -> tuple[Step, ...]:
    """The opening steps, all of them for each deck; the second deck, if any, waits in the rack."""
    steps = list(house.cards.opening)
    checks = [name for name in steps if name in ("break_seal", "inspect", "verify", "count")]
    mixing = [name for name in steps if name not in checks]
    if "inspect" in checks and "verify" not in checks:
        checks.insert(checks.index("inspect") + 1, "verify")  # Supervisor and dealer both inspect.
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
    """Whether the shuffling machine also hands out the stacks, as a shoe does."""
    return bool(house.shuffle.before_machine)


def _mixed(house: House, deck: int, mixing: Sequence[str]) -> Iterator[Step]:
    """Wash and stack, then shuffle by hand as often as a new deck requires."""
    times = house.shuffle.new_deck
    repeats = times.hand if house.shuffle.method == "hand" else times.machine
    for name in mixing:
        if name not in ("shuffle", "cut"):
            yield Step(name, deck)
    if "cut" in mixing:
        # A book that has a new deck cut shuffles it by hand first; the order is recorded later.
        for _ in range(repeats):
            yield from (_in_passing(name, deck) for name in house.shuffle.by_hand)


def _in_passing(name: str, deck: int) -> Step:
    """A step before the order is recorded: a cut here does not change an order yet."""
    return Step("cut_once" if name == "cut" else name, deck)


def preparation(
    table: Table, number: int, *, after_play: bool, deck: int | None = None
) -> tuple[Step, ...]:
    """Steps between rounds: used deck to the machine; the next one shuffled, cut and loaded."""
    house, deck = table.house, deck_of_round(table, number) if deck is None else deck
    due: list[Step] = []
    if after_play and not shuffles_by_hand(table):
        used = deck_of_round(table, number - 1)
        due += [_in_passing(name, used) for name in house.shuffle.before_machine]
        due.append(Step("load_machine", used))
    return (*due, *shuffled(table, deck))


def shuffled(table: Table, deck: int) -> tuple[Step, ...]:
    """Steps from the shuffle on; a deck is cut only if it was shuffled by hand.

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
    """The house's method of dealing, or by hand if its dispensing machine is not in use."""
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
                due.append(Step("retrieve_cover_card"))  # Racked since the cut.
            due.append(Step("cover_dealer_stack"))
        elif house.dealing.dealer_stack == "cut_card_underneath":
            due.append(Step("slide_cut_card_under"))
        due.append(Step("deal", seat=DEALER))
    else:
        due += [Step("deal", seat=seat) for _ in range(3) for seat in (*positions, DEALER)]
    lights = house.dealing.machine_lights and not shuffles_by_hand(table)
    due.append(Step("remove_stub"))
    if lights and deal_method(table) == "automated_shoe":  # The machine is emptied here.
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
    """The clauses of a step; for a settled bet, also those on how its chips are handled."""
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
    """Settlement steps: hands are turned up from the dealer's right and stay open until paid."""
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
    """The steps of a settlement, derived from its results: each hand, last payments, the end.

    Each notice and verification happens once, so ask for the parts in the order of the steps.
    """

    def __init__(self, table: Table, settled: Settled, moves: Sequence[Move]):
        self.table, self.house, self.moves = table, table.house, moves
        rows = [row_paid(self.house, move) if move.action == "pay" else None for move in moves]
        self.notable = {place for place, row in enumerate(rows) if row and is_notable(row)}
        self.noticed = {moves[place].seat for place in self.notable}
        self.large = {seat.seat for seat in settled.seats if _is_large(self.house, seat)}
        self.large |= {  # At a guarded table no dealer pays out a meter alone.
            move.seat
            for move, row in zip(moves, rows, strict=True)
            if row and (row.verify or (table.guarded and row.meter is not None))
        }
        self.last = {
            (seat.seat, line.wager)
            for seat in settled.seats
            for line in (*seat.lines, *_tokes_of(seat))
            if line.paid_last is True
        }
        self.waiting = to_show(table)
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
        """Turn the hand over, unless it may stay closed."""
        if stays_closed(self.table, hand):
            return []
        return [Step("reveal_hand", seat=hand), *self.told(hand)]

    def told(self, hand: int) -> list[Step]:
        """Notify at once the roles that must be told of the hand."""
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
        """Last payments, envy, and the cards not yet in the rack."""
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
        """Settle a bet; before it is paid, a reportable hand and a large payout are verified."""
        due, seat = [], move.seat
        if place in self.notable and seat not in self.seen:
            self.seen.add(seat)
            due.append(Step("verify_royal", seat=seat))
        if move.action == "pay" and seat in self.large and seat not in self.verified:
            self.verified.add(seat)
            due.append(Step("verify_payout", seat=seat))
        return [*due, Step("settle", seat=seat, move=place)]


def _is_large(house: House, seat: SeatSettled) -> bool:
    """Whether the payout is large: everything paid for the hand counts, tokes included."""
    if seat.large_payout is not msgspec.UNSET:
        return True
    paid = [line.paid for line in (*seat.lines, *_tokes_of(seat))]
    return large_payout(house, paid) is not None


def _tokes_of(seat: SeatSettled) -> Sequence[Line]:
    return () if seat.tokes is msgspec.UNSET else seat.tokes


def _racks_each(house: House) -> bool:
    """Whether each hand is racked when it is paid, not when all are."""
    until = house.completion.hands_face_up_until
    if until is None:
        return house.settlement.passes == "per_hand"
    return until == "own_hand_paid"


def noticed(house: House, moves: Iterable[Move]) -> set[tuple[int, str, str]]:
    """The awards that the house reports to a role: seat, wager, row."""
    return {
        (move.seat, move.wager, str(move.line.category))
        for move in moves
        if move.line is not None
        and move.action == "pay"
        and (row := row_paid(house, move))
        and is_notable(row)
    }


def is_notable(row: Row) -> bool:
    """Whether the house reports the award to a role, or it is a jackpot."""
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
