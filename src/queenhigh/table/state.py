"""The state of a table: it records what the events say and judges nothing."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from ..cards.card import FULL_DECK, Card, Hand
from ..house.calendar import calendar
from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.round_settlement import Settled
from ..wagers.sequence import Move
from .chip_place import DROP, METER, TRAY, Place, may_owe, of_meter, stack_of
from .denominations import Stacks
from .event import WrittenCommand
from .events import Signature, Step

DEALER = 0  # The dealer's place; seats start at 1.
STUB = -1


class Phase(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    BETTING = "betting"
    DEALING = "dealing"
    DECIDING = "deciding"
    SETTLING = "settling"
    HALTED = "halted"


class Deck(msgspec.Struct, frozen=True, gc=False):
    back: str
    in_use_since: datetime | None = None
    opened: datetime | None = None  # When the opening of the deck began.
    first_dealt: datetime | None = None
    reminded: bool = False
    order: tuple[Card, ...] = ()  # As dealt, after the cut; empty if nobody knows it.
    shuffled: tuple[Card, ...] = ()  # As the shuffler left it: the order committed to.
    commitment: str = ""
    nonce: str = ""
    entropy: dict[int, str] = {}  # By seat: commitments to what players add to the shuffle,
    revealed: dict[int, str] = {}  # and what they have revealed so far.


class Seat(msgspec.Struct, frozen=True, gc=False):
    player: str
    wagers: dict[str, int] = {}  # Chips on each spot, in the house's order.
    tokes: dict[str, int] = {}
    coupons: dict[str, int] = {}
    play: int = 0
    multiple: int | None = None  # Of the ante, if the house has several.
    decision: str = ""  # play, fold, or not yet.
    timed_out: bool = False  # The hand was folded because time ran out.
    thrown_in: bool = False
    excess_given: dict[str, int] = {}  # By spot: the part of its toke given directly to the dealer.
    withheld: bool = False  # Did not reveal committed entropy in this sitting.
    own: frozenset[str] = frozenset()  # The wagers that the patron placed personally.
    personal: bool = False  # The patron sat down or bet from a session of their own.

    @property
    def ante(self) -> int:
        return self.wagers.get("ante", 0)

    @property
    def folded(self) -> bool:
        return self.decision == "fold"


class Racked(msgspec.Struct, frozen=True, gc=False):
    """Cards that lie together in the discard rack, with the place they came from."""

    seat: int
    cards: tuple[Card, ...]
    unseen: int = 0  # How many of them nobody has seen, if any.


class ResultLine(msgspec.Struct, frozen=True, gc=False):
    """The result of one of a seat's bets, as the chips were moved."""

    wager: str  # Or ante_bonus, match_play, envy.
    stake: int
    result: str  # win, lose, push, forfeit.
    paid: int = 0
    returned: int = 0
    toke: bool = False
    odds: str = ""
    on: str = ""  # For a coupon: the spot it lay on.
    clauses: tuple[str, ...] = ()
    why: str = ""
    departs_from: tuple[str, ...] = ()


class Jackpot(msgspec.Struct, frozen=True, gc=False):
    """A jackpot that was hit, and its meter."""

    seat: int
    cents: int
    meter: str
    wager: str = ""  # Empty in older logs, where only one wager could hit it.
    paid: bool = False


class Transfer(msgspec.Struct, frozen=True, gc=False):
    """Chips moving from one place to another."""

    source: str
    target: str
    cents: int


class Settling(NamedTuple):
    """The key of a bet that is being settled."""

    seat: int
    wager: str
    toke: bool = False
    on: str = ""


class Round(msgspec.Struct, frozen=True, gc=False):
    number: int = 0
    deck: int = 0
    positions: tuple[int, ...] = ()  # The seats that were dealt in, once the bets are locked.
    locked_at: datetime | None = None
    mixed: bool = False  # The players' entropy has gone into the order.
    hands: dict[int, tuple[Card, ...]] = {}  # By seat, 0 for the dealer: the known cards.
    backs: dict[int, int] = {}  # Number of face-down cards that nobody knows, by seat.
    read: dict[int, tuple[Card, ...]] = {}  # Hands as read by a device; shown to nobody.
    drawn: int = 0  # Cards that have left the deck, including discards.
    discards: tuple[Card, ...] = ()
    unseen_discards: int = 0
    face_up: int = 0  # Cards found face up in this deal.
    rack: tuple[Racked, ...] = ()
    released: frozenset[int] = frozenset()
    revealed: frozenset[int] = frozenset()
    exposed: frozenset[int] = frozenset()
    announced: tuple[str, ...] = ()
    qualifies: bool | None = None  # Unknown until the dealer's hand is revealed.
    asked: tuple[int, ...] = ()  # Seats with a bet that is paid only if called aloud.
    calls: dict[int, tuple[str, ...]] = {}  # What they have called; an empty call is an answer too.
    to_show: tuple[int, ...] = ()  # Hands to turn up one by one, as first awaited.
    meters: dict[str, int] = {}  # Meter amounts when the hands were awaited.
    undo: tuple[tuple[Settling, tuple[Transfer, ...]], ...] = ()  # How settled bets moved chips.
    settled: Settled | None = None
    moves: tuple[Move, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    counted: bool = False
    over: bool = False  # Ended or void.
    entered_by: dict[int, str] = {}  # By seat: who entered a real hand alone.
    named: dict[int, tuple[Card, ...]] = {}  # The cards by which a request first named a hand.

    @property
    def cards_are_out(self) -> bool:
        return bool(self.hands)

    @property
    def settled_whole(self) -> bool:
        """Whether the result of the whole round is known."""
        return self.settled is not None and bool(self.settled.dealer.cards)

    @property
    def jackpot(self) -> Jackpot | None:
        """The jackpot locked last."""
        return self.jackpots[-1] if self.jackpots else None


class Played(msgspec.Struct, frozen=True, gc=False):
    """A settled round that may still be voided, with what its bets moved."""

    number: int
    moved: dict[str, int]


class Request(msgspec.Struct, frozen=True, gc=False):
    """A request that others have to sign."""

    command: WrittenCommand
    missing: tuple[Signature, ...]
    signed: tuple[str, ...]  # The signers so far, the person who made the request first.
    slip: int = 0  # The slip's number, if the request is a slip.
    voids: bool = False  # Signing it voids the round, which pauses until then.


DEALT_BY_PEOPLE = ("physical", "training")


class Bought(msgspec.Struct, frozen=True, gc=False):
    """Chips bought in one gaming day."""

    day: date
    cents: int


class Won(msgspec.Struct, frozen=True, gc=False):
    """Each player's net win in one gaming day from hands that one person entered."""

    day: date
    nets: dict[str, int]


class Table(msgspec.Struct, frozen=True, gc=False):
    house: House
    name: str = ""
    version: int = 0
    phase: Phase = Phase.CLOSED
    halted_in: Phase = Phase.CLOSED
    halted_for: str = ""
    waits_for: str = ""  # The role whose ruling a halted table awaits.
    halted_by: str = ""  # Who made the report that halted it,
    halted_because: tuple[str, ...] = ()  # and the clauses it was halted under.
    dealer: str = ""
    dealer_since: datetime | None = None  # When the dealer on duty began.
    bought_alone: dict[str, Bought] = {}  # By dealer: chips bought for patrons without a signature.
    won_alone: dict[str, Won] = {}  # By person: players' nets from hands entered unsigned.
    relief: str = ""  # The incoming dealer.
    leaving: str = ""  # The relieved dealer, if one still has a step to do.
    kind: str = ""  # digital, physical, training; empty in older logs.
    since: datetime | None = None  # When the present wait began, if no clocks run.
    guarded: bool = False  # Moving money takes several people.
    requests: dict[int, Request] = {}  # By number: requests that wait for signatures.
    last_request: int = 0
    last_slip: int = 0
    tray_counted: bool = False  # No chip has moved in or out since the last count.
    tray_is_chips: bool = False  # Only chips go in or out of the tray.
    inventory: str = ""  # The last one since the table was opened: opening, shift, closing.
    chips_found: Stacks | None = None  # By the last count since the opening; kept while closed.
    movers: dict[str, datetime] = {}  # Who has moved the house's chips here, and when last.
    boxes: dict[int, int] = {}  # Uncounted drop boxes, with what should be in them.
    automation: frozenset[str] = frozenset()
    accounts: dict[str, int] = {}  # Chips by place, in cents; the sum is always 0.
    without_bets: dict[str, int] = {}  # The accounts if this round's bets had moved nothing.
    linked: frozenset[str] = frozenset()  # The meters shared with other tables.
    decks: tuple[Deck, ...] = ()
    todo: tuple[Step, ...] = ()
    seats: dict[int, Seat] = {}
    round: Round = Round()
    deck_shift: int = 0  # Offset of the deck rotation, after voids that kept the same deck.
    played_before: int = 0  # The number of the last round before the table was opened.
    results: dict[int, tuple[ResultLine, ...]] = {}  # By seat, until the next bets are locked.
    results_of: int = 0  # The round that `results` belong to.
    played: dict[int, Played] = {}  # By deck, until dealt again: the last round played with it.
    last_counts: dict[int, int] = {}  # The round of the last stub count, by deck; -1 for the table.
    shuffler_works: bool = True
    by_hand: bool = False  # Shuffled by hand instead of by machine.
    idle: bool = False

    if TYPE_CHECKING:

        def but(self, **changes: object) -> Self: ...
    else:
        but = msgspec.Struct.__replace__  # Called for every event, so not wrapped.

    def with_round(self, **changes: object) -> Self:
        return replace(self, round=replace(self.round, **changes))

    def with_seat(self, number: int, **changes: object) -> Self:
        changed = replace(self.seats[number], **changes)
        return replace(self, seats={**self.seats, number: changed})

    def with_deck(self, number: int, **changes: object) -> Self:
        changed = replace(self.decks[number], **changes)
        return replace(self, decks=(*self.decks[:number], changed, *self.decks[number + 1 :]))

    @property
    def physical(self) -> bool:
        """Whether the cards are real: a card is known only once it is turned up."""
        return self.kind == "physical"

    @property
    def by_people(self) -> bool:
        """Whether people deal: no clocks run, and wrong entries can be corrected."""
        return self.kind in DEALT_BY_PEOPLE

    @property
    def shuffled_by_system(self) -> bool:
        """Whether only the system gives an order, as it always does where the cards are its own."""
        return self.kind in ("digital", "training") or "shuffle" in self.automation

    def cards_at(self, seat: int) -> int:
        """How many cards a place holds, known or not."""
        return len(self.round.hands.get(seat, ())) + self.round.backs.get(seat, 0)

    @property
    def due(self) -> Step | None:
        return self.todo[0] if self.todo else None

    @property
    def deck(self) -> Deck:
        return self.decks[self.round.deck]

    @property
    def next_to_decide(self) -> int | None:
        """The lowest undecided seat with an ante: decisions start at the dealer's left."""
        if self.phase is not Phase.DECIDING:
            return None
        for number in self.round.positions:
            if self._has_to_decide(number):
                return number
        return None

    @property
    def undecided(self) -> tuple[int, ...]:
        """The seats that have yet to decide, in the order of asking."""
        if self.phase is not Phase.DECIDING:
            return ()
        return tuple([each for each in self.round.positions if self._has_to_decide(each)])

    def _has_to_decide(self, number: int) -> bool:
        seat = self.seats[number]
        return not seat.decision and bool(seat.ante)

    @property
    def to_call(self) -> tuple[int, ...]:
        """The seats that have not yet said which of their bets win."""
        if not self.todo or self.todo[0].name != "hear_calls":
            return ()
        return tuple(seat for seat in self.round.asked if seat not in self.round.calls)

    @property
    def entropy_awaited(self) -> tuple[int, ...]:
        """The seats dealt in that have not revealed their entropy."""
        if not self.entropy_due:
            return ()
        return tuple(sorted(self.deck.entropy.keys() - self.deck.revealed.keys()))

    @property
    def entropy_due(self) -> bool:
        """Whether the players' entropy has to go into the order before the cards are dealt."""
        return self.phase is Phase.DEALING and not self.round.mixed and bool(self.deck.entropy)

    def stack(self, player: str) -> int:
        return self.accounts.get(stack_of(player), 0)

    def has_chips_on(self, seat: int) -> bool:
        """Whether a bet or a toke lies on one of the seat's spots."""
        return any(Place.parse(each).seat == seat for each in self.accounts)

    @property
    def at_stake(self) -> dict[str, int]:
        """What this round's bets have moved, by account; a void reverses it."""
        before, moved = self.without_bets, dict[str, int]()
        for account in before.keys() | self.accounts.keys():
            if cents := self.accounts.get(account, 0) - before.get(account, 0):
                moved[account] = cents
        return moved

    @property
    def awaits_void(self) -> bool:
        """Whether a report that voids the round waits for signatures."""
        return any(each.voids for each in self.requests.values())

    def bought_alone_by(self, dealer: str, at: datetime) -> int:
        """Chips the dealer bought without a signature, in cents, in the gaming day of `at`."""
        bought = self.bought_alone.get(dealer)
        today = bought is not None and bought.day == calendar(self.house.compliance).day(at)
        return bought.cents if bought is not None and today else 0

    @property
    def meters(self) -> dict[str, int]:
        """The amount of each meter of the house."""
        return {key: self.accounts.get(of_meter(METER, key), 0) for key in self.house.meters}

    @property
    def meter(self) -> int:
        """The amount on the only meter; 0 if the house has none or several."""
        only = self.house.only_meter
        return self.accounts.get(of_meter(METER, only), 0) if only else 0

    @property
    def tray(self) -> int:
        return self.accounts.get(TRAY, 0)

    @property
    def drop(self) -> int:
        """Cash in the drop box at the table."""
        return self.accounts.get(DROP, 0)

    def bets(self, number: int) -> SeatBets:
        """A seat's bets in document form."""
        seat = self.seats[number]
        bets = SeatBets(number, seat.wagers, player=seat.player)
        if seat.tokes:
            bets.tokes = seat.tokes
        if seat.coupons:
            bets.match_play = seat.coupons
        if seat.multiple is not None:
            bets.multiple = seat.multiple
        return bets

    def jackpot_of(self, seat: int, wager: str) -> Jackpot | None:
        """The jackpot locked for a bet; in older logs it belongs to the seat."""
        for each in self.round.jackpots:
            if each.seat == seat and each.wager in ("", wager):
                return each
        return None

    def bettors(self) -> list[int]:
        return sorted(number for number, seat in self.seats.items() if seat.wagers)


def hand_of(table: Table, seat: int) -> Hand:
    first, second, third = table.round.hands[seat]
    return first, second, third


def waits_for_first_hand(table: Table, seat: int) -> bool:
    """Whether the house makes this hand wait until the player's earlier ones are decided."""
    if not table.house.decisions.before_second_look:
        return False
    player = table.seats[seat].player
    earlier = [n for n in table.round.positions if n < seat and table.seats[n].player == player]
    return any(table.seats[n].ante and not table.seats[n].decision for n in earlier)


def cards_in_play(table: Table) -> Iterator[Card]:
    """Every known card of the deck in play, place by place; undrawn cards are the stub."""
    if not table.decks:
        return
    round_ = table.round
    racked = {entry.seat for entry in round_.rack}
    for seat, cards in round_.hands.items():
        if seat not in racked:
            yield from cards
    for entry in round_.rack:
        yield from entry.cards
    yield from round_.discards
    if STUB not in racked:
        yield from table.deck.order[round_.drawn :]


def cards_breach(table: Table) -> str:
    """What is wrong with the cards, if anything: each of the 52 must be in one place.

    Of real cards, none may be known in two places, and all that have left the deck must be
    accounted for.
    """
    cards = list(cards_in_play(table))
    if len(cards) > len(set(cards)):
        return "a card is in two places"
    if table.physical and (missing := table.round.drawn - _out(table)):
        return f"{missing} of the cards that were drawn are missing"
    if table.decks and table.deck.order and set(cards) != set(FULL_DECK):
        return f"{52 - len(cards)} cards are missing"
    return ""


def _out(table: Table) -> int:
    """The number of cards that have left the deck, wherever they are now."""
    round_ = table.round
    racked = {entry.seat for entry in round_.rack}
    held = sum(table.cards_at(seat) for seat in round_.hands if seat not in racked)
    in_rack = sum(len(each.cards) + each.unseen for each in round_.rack if each.seat != STUB)
    return held + in_rack + len(round_.discards) + round_.unseen_discards


def chips_breach(table: Table, accounts: Iterable[str] | None = None) -> str:
    """What is wrong with the chips of these accounts, or of all accounts, if anything."""
    if total := sum(table.accounts.values()):
        return f"the accounts sum to {total} cents"
    for account in table.accounts if accounts is None else accounts:
        if table.accounts.get(account, 0) < 0 and not may_owe(Place.parse(account).kind):
            return f"{account} is below zero"
    return ""
