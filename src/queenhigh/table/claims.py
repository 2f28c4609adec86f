"""Bets that must be called aloud: whose they are, which of them win, which hands stay closed."""

from collections.abc import Iterator
from functools import lru_cache

from ..house.model import House
from ..house.wager import When
from ..wagers.award import Deal, row_of
from ..wagers.contest import contest_of
from ..wagers.document import ANY_HAND
from .state import DEALER, Table, hand_of


def to_be_called(table: Table, number: int) -> Iterator[str]:
    """A seat's bets that are paid only if called, once the dealer's hand is known."""
    seat = table.seats[number]
    calling = _calling(table, number)
    yield from (name for name in seat.wagers if name in calling and not seat.folded)


def asked(table: Table) -> tuple[int, ...]:
    """The seats with such a bet."""
    seats = table.round.positions if _claims(table.house) else ()
    return tuple(seat for seat in seats if any(to_be_called(table, seat)))


def unclaimed(table: Table, number: int) -> tuple[str, ...]:
    """A seat's bets that had to be called but were not."""
    called = table.round.calls.get(number, ())
    return tuple(name for name in to_be_called(table, number) if name not in called)


def winning(table: Table, number: int) -> tuple[str, ...]:
    """What a player who knows their own hand would call."""
    house, against = table.house, contest(table, number)
    deal = Deal(house, hand_of(table, number), hand_of(table, DEALER))
    bets = to_be_called(table, number)
    return tuple(name for name in bets if row_of(house.wagers[name], deal, against))


def stays_closed(table: Table, number: int) -> bool:
    """Whether a played hand stays closed, because what it could win was not called."""
    seat, house = table.seats[number], table.house
    if table.round.backs.get(number):
        return False  # How the hand stands is known only when it is shown.
    calling = _calling(table, number)
    if not (calling and seat.ante) or seat.folded or table.round.calls.get(number):
        return False
    against = contest(table, number)
    tables = (house.ante.pays, house.play.pays, house.ante_bonus.pays)
    depends = any(against in row.contests for pays in tables for row in pays.values())
    return not depends and set(seat.wagers) <= {"ante", *calling}


def _calling(table: Table, number: int) -> set[str]:
    """The wagers that must be called, given how the hand stands against the dealer's."""
    claims = _claims(table.house)
    possible = _contests(table, number) if claims else ()
    return {name for name, when in claims.items() if not when.isdisjoint(possible)}


@lru_cache(maxsize=256)
def _claims(house: House) -> dict[str, frozenset[When]]:
    """The wagers that must be called, and how the hand stands where they must."""
    wagers = house.wagers
    return {name: frozenset(each.claim.contests) for name, each in wagers.items() if each.claim}


def _contests(table: Table, number: int) -> set[When]:
    """How a seat may stand against the dealer: several ways for a hand nobody has seen."""
    seat = table.seats[number]
    if not table.round.backs.get(number) or seat.folded or not seat.ante:
        return {contest(table, number)}
    return {"wins", "loses", "ties"} if table.round.qualifies else {"dealer_out"}


def contest(table: Table, number: int) -> When:
    """How a seat stands against the dealer; a fold or a missing ante settles that without cards."""
    seat = table.seats[number]
    decision = None if not seat.ante else "fold" if seat.folded else "play"
    hand = ANY_HAND if table.round.backs.get(number) and decision != "play" else None
    hand = hand or hand_of(table, number)
    return contest_of(table.house, hand, hand_of(table, DEALER), decision)
