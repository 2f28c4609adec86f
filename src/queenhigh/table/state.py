"""The state of a table: only what the events say, never judged here."""

from collections.abc import Iterator
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec
from msgspec.structs import replace

from ..cards.card import FULL_DECK, Card, Hand
from ..house.calendar import calendar
from ..house.model import House
from ..wagers.document import SeatBets
from ..wagers.sequence import Move
from ..wagers.settle import Settled
from .events import Signature, Step

DEALER = 0  # As a place to which cards go; the seats begin at 1.
STUB = -1


class Phase(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    BETTING = "betting"
    DEALING = "dealing"
    DECIDING = "deciding"
    SETTLING = "settling"
    HALTED = "halted"


class Deck(msgspec.Struct, frozen=True):
    back: str
    in_use_since: datetime | None = None
    opened: datetime | None = None  # When its opening began.
    first_dealt: datetime | None = None
    reminded: bool = False
    order: tuple[Card, ...] = ()  # As it is dealt, after the cut; empty where nobody knows it.
    shuffled: tuple[Card, ...] = ()  # As the shuffler left it, which is what was committed to.
    commitment: str = ""
    nonce: str = ""
    entropy: dict[int, str] = {}  # By seat: commitments to what players add to the shuffle,
    revealed: dict[int, str] = {}  # and what they have revealed of it.


class Seat(msgspec.Struct, frozen=True):
    player: str
    wagers: dict[str, int] = {}  # What lies on each spot, in the house's order.
    tokes: dict[str, int] = {}
    coupons: dict[str, int] = {}
    play: int = 0
    multiple: int | None = None  # Of the ante, where the house has several.
    decision: str = ""  # play, fold, or not yet.
    timed_out: bool = False  # The hand was folded because its time was up.
    thrown_in: bool = False
    excess_given: dict[str, int] = {}  # By spot: what of its toke went to the dealer directly.
    withheld: bool = False  # Committed to entropy in this sitting, and did not reveal it.
    own: frozenset[str] = frozenset()  # The wagers that the patron has placed personally.

    @property
    def ante(self) -> int:
        return self.wagers.get("ante", 0)

    @property
    def folded(self) -> bool:
        return self.decision == "fold"


class Racked(msgspec.Struct, frozen=True):
    """Cards that lie together in the discard rack, and whose they were."""

    seat: int
    cards: tuple[Card, ...]
    unseen: int = 0  # How many of them nobody has seen.


class ResultLine(msgspec.Struct, frozen=True):
    """What became of one bet of a seat, as the chips were moved."""

    wager: str  # Or ante_bonus, match_play, envy.
    stake: int
    result: str  # win, lose, push, forfeit.
    paid: int = 0
    returned: int = 0
    toke: bool = False
    odds: str = ""
    on: str = ""  # Of a coupon: where it lay.
    clauses: tuple[str, ...] = ()
    why: str = ""
    departs_from: tuple[str, ...] = ()


class Jackpot(msgspec.Struct, frozen=True):
    """A meter that was hit."""

    seat: int
    cents: int
    meter: str
    wager: str = ""  # Empty in older logs: the only one that could hit it.
    paid: bool = False


class Transfer(msgspec.Struct, frozen=True):
    """Chips that go from one place to another."""

    source: str
    target: str
    cents: int


class Settling(NamedTuple):
    """A bet of a seat, as it is settled: which of them."""

    seat: int
    wager: str
    toke: bool = False
    on: str = ""


class Round(msgspec.Struct, frozen=True):
    number: int = 0
    deck: int = 0
    positions: tuple[int, ...] = ()  # The seats that were dealt in, once the bets are locked.
    locked_at: datetime | None = None
    mixed: bool = False  # The players' entropy has gone into the order.
    hands: dict[int, tuple[Card, ...]] = {}  # By seat, 0 the dealer: what is known of them.
    backs: dict[int, int] = {}  # Cards that lie face down and nobody knows, by seat.
    read: dict[int, tuple[Card, ...]] = {}  # What a device has read of them: nobody is told.
    drawn: int = 0  # Cards that have left the deck, the discarded ones too.
    discards: tuple[Card, ...] = ()
    unseen_discards: int = 0
    face_up: int = 0  # Cards found face up in this deal.
    rack: tuple[Racked, ...] = ()
    released: frozenset[int] = frozenset()
    revealed: frozenset[int] = frozenset()
    exposed: frozenset[int] = frozenset()
    announced: tuple[str, ...] = ()
    qualifies: bool | None = None  # Not known before the dealer's hand is revealed.
    asked: tuple[int, ...] = ()  # Seats with a bet that is paid only if it is called aloud.
    calls: dict[int, tuple[str, ...]] = {}  # What they have called; nothing is an answer too.
    to_show: tuple[int, ...] = ()  # Hands that are turned up one by one, as they were awaited.
    meters: dict[str, int] = {}  # What the meters stood at then.
    undo: tuple[tuple[Settling, tuple[Transfer, ...]], ...] = ()  # How settled bets moved chips.
    settled: Settled | None = None
    moves: tuple[Move, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    counted: bool = False
    over: bool = False  # Ended or void.
    entered_by: dict[int, str] = {}  # By seat: who alone has said what a real hand is.
    named: dict[int, tuple[Card, ...]] = {}  # The cards by which a hand was first put to others.

    @property
    def cards_are_out(self) -> bool:
        return bool(self.hands)

    @property
    def settled_whole(self) -> bool:
        """What the whole round comes to has been said."""
        return self.settled is not None and bool(self.settled.dealer.cards)

    @property
    def jackpot(self) -> Jackpot | None:
        """The last that was locked."""
        return self.jackpots[-1] if self.jackpots else None


class Played(msgspec.Struct, frozen=True):
    """A settled round that may still become void: what its bets have moved."""

    number: int
    moved: dict[str, int]


class Request(msgspec.Struct, frozen=True):
    """What somebody has asked for and others have to sign."""

    command: dict[str, Any]
    missing: tuple[Signature, ...]
    signed: tuple[str, ...]  # Those who have, the one who asked first.
    slip: int = 0  # The number of the slip that it is, where it is one.
    voids: bool = False  # The round is void once it is signed, and rests until then.


DEALT_BY_PEOPLE = ("physical", "training")


class Bought(msgspec.Struct, frozen=True):
    """In one gaming day."""

    day: date
    cents: int


class Won(msgspec.Struct, frozen=True):
    """In one gaming day: what each player has won, or lost, by hands that one person entered."""

    day: date
    nets: dict[str, int]


class Table(msgspec.Struct, frozen=True):
    house: House
    name: str = ""
    version: int = 0
    phase: Phase = Phase.CLOSED
    halted_in: Phase = Phase.CLOSED
    halted_for: str = ""
    waits_for: str = ""  # Whose ruling a halted table waits for.
    halted_by: str = ""  # Who reported what it waits for,
    halted_because: tuple[str, ...] = ()  # and by which clauses it halted.
    dealer: str = ""
    dealer_since: datetime | None = None  # When the dealer on duty began.
    bought_alone: dict[str, Bought] = {}  # By dealer: chips bought for patrons, unsigned.
    won_alone: dict[str, Won] = {}  # By who entered the hands, unsigned: what they have won.
    relief: str = ""  # The dealer who is coming in.
    leaving: str = ""  # The dealer who has been relieved and has something left to do.
    kind: str = ""  # digital, physical, training; nothing in older logs.
    since: datetime | None = None  # When the present wait began, where no clock acts.
    guarded: bool = False  # What moves money takes several people.
    requests: dict[int, Request] = {}  # By number: what waits for signatures.
    last_request: int = 0
    last_slip: int = 0
    tray_counted: bool = False  # Since a chip last went in or out.
    tray_is_chips: bool = False  # Nothing but chips goes in or out of it.
    inventory: str = ""  # The last since the table was opened: opening, shift, closing.
    movers: dict[str, datetime] = {}  # Who has moved chips of the house here, and last when.
    boxes: dict[int, int] = {}  # Drop boxes that wait to be counted: what should be in them.
    automation: frozenset[str] = frozenset()
    accounts: dict[str, int] = {}  # Chips by where they are, in cents; the sum is always 0.
    at_stake: dict[str, int] = {}  # What this round's bets have moved: a void moves it back.
    linked: frozenset[str] = frozenset()  # The meters that are shared with other tables.
    decks: tuple[Deck, ...] = ()
    todo: tuple[Step, ...] = ()
    seats: dict[int, Seat] = {}
    round: Round = Round()
    deck_shift: int = 0  # By how many decks the order is off, since a void kept the same one.
    played_before: int = 0  # The number of the last round before the table was opened.
    results: dict[int, tuple[ResultLine, ...]] = {}  # By seat, until the next bets are locked.
    results_of: int = 0  # The round they are of.
    played: dict[int, Played] = {}  # By deck, until it is dealt again: the last round with it.
    last_counts: dict[int, int] = {}  # The round of the last stub count, by deck; -1 the table's.
    shuffler_works: bool = True
    by_hand: bool = False  # Shuffled by hand instead of by machine.
    idle: bool = False

    if TYPE_CHECKING:

        def but(self, **changes: Any) -> Self: ...
    else:
        but = msgspec.Struct.__replace__  # Of every event: no call in between.

    def with_round(self, **changes: Any) -> Self:
        return replace(self, round=replace(self.round, **changes))

    def with_seat(self, number: int, **changes: Any) -> Self:
        changed = replace(self.seats[number], **changes)
        return replace(self, seats={**self.seats, number: changed})

    def with_deck(self, number: int, **changes: Any) -> Self:
        changed = replace(self.decks[number], **changes)
        return replace(self, decks=(*self.decks[:number], changed, *self.decks[number + 1 :]))

    @property
    def physical(self) -> bool:
        """Real cards: none is known before it is turned up."""
        return self.kind == "physical"

    @property
    def by_people(self) -> bool:
        """A dealer's steps, without clocks; what is entered wrongly can be put right."""
        return self.kind in DEALT_BY_PEOPLE

    @property
    def shuffled_by_system(self) -> bool:
        """Nobody else gives an order: always so where the cards are the system's."""
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
        """From the dealer's left: the lowest seat with an ante that has not decided."""
        if self.phase is not Phase.DECIDING:
            return None
        for number in self.round.positions:
            seat = self.seats[number]
            if not seat.decision and seat.ante:
                return number
        return None

    @property
    def to_call(self) -> tuple[int, ...]:
        """The seats that have not yet said which of their bets win."""
        if not self.todo or self.todo[0].name != "hear_calls":
            return ()
        return tuple(seat for seat in self.round.asked if seat not in self.round.calls)

    @property
    def entropy_awaited(self) -> tuple[int, ...]:
        """The seats that are dealt in and have not revealed what they committed to."""
        if not self.entropy_due:
            return ()
        return tuple(sorted(self.deck.entropy.keys() - self.deck.revealed.keys()))

    @property
    def entropy_due(self) -> bool:
        """The cards are dealt when the players' entropy has gone into their order."""
        return self.phase is Phase.DEALING and not self.round.mixed and bool(self.deck.entropy)

    def stack(self, player: str) -> int:
        return self.accounts.get(f"stack:{player}", 0)

    @property
    def awaits_void(self) -> bool:
        """Somebody has reported what makes the round void, and others have to sign it."""
        return bool(self.requests) and any(each.voids for each in self.requests.values())

    def bought_alone_by(self, dealer: str, at: datetime) -> int:
        """In the gaming day of that time."""
        bought = self.bought_alone.get(dealer)
        today = bought is not None and bought.day == calendar(self.house.compliance).day(at)
        return bought.cents if bought is not None and today else 0

    @property
    def meters(self) -> dict[str, int]:
        """What each meter of the house stands at."""
        return {key: self.accounts.get(f"meter:{key}", 0) for key in self.house.meters}

    @property
    def meter(self) -> int:
        """The only one; nothing where the house has none, or several."""
        only = self.house.only_meter
        return self.accounts.get(f"meter:{only}", 0) if only else 0

    @property
    def tray(self) -> int:
        return self.accounts.get("tray", 0)

    @property
    def drop(self) -> int:
        """In the box at the table."""
        return self.accounts.get("drop", 0)

    def bets(self, number: int) -> SeatBets:
        """A seat's bets as a document writes them."""
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
        """What is locked for a bet; one that older logs locked is the seat's."""
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
    """Where the house says so, a second hand is looked at when the first is decided."""
    if not table.house.decisions.before_second_look:
        return False
    player = table.seats[seat].player
    earlier = [n for n in table.round.positions if n < seat and table.seats[n].player == player]
    return any(table.seats[n].ante and not table.seats[n].decision for n in earlier)


def cards_in_play(table: Table) -> Iterator[Card]:
    """The cards of the deck in play, place by place; what has not been drawn is the stub."""
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
    """What is wrong with the cards, or nothing: each of the 52 is in exactly one place.

    Of real cards: none is known in two places, and all that have left the deck are accounted for.
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
    """Cards that have left the deck, wherever they are now."""
    round_ = table.round
    racked = {entry.seat for entry in round_.rack}
    held = sum(table.cards_at(seat) for seat in round_.hands if seat not in racked)
    in_rack = sum(len(each.cards) + each.unseen for each in round_.rack if each.seat != STUB)
    return held + in_rack + len(round_.discards) + round_.unseen_discards


_MAY_NOT_OWE = ("stack:", "layout:", "tips:", "meter", "reserve", "jackpot", "overflow")


def may_not_owe(account: str) -> bool:
    return account.startswith(_MAY_NOT_OWE)


def chips_breach(table: Table) -> str:
    """What is wrong with the chips, or nothing."""
    if total := sum(table.accounts.values()):
        return f"the accounts sum to {total} cents"
    below_zero = [account for account, cents in table.accounts.items() if cents < 0]
    for account in below_zero:
        if account.startswith(_MAY_NOT_OWE):
            return f"{account} is below zero"
    return ""
