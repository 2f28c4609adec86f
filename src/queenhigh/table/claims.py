"""Bets that have to be called aloud: whose, which of them win, and which hands stay closed."""

from collections.abc import Iterator

from ..house.wager import When
from ..wagers.award import Deal, contest_of, row_of
from .state import DEALER, Table, hand_of


def to_be_called(table: Table, number: int) -> Iterator[str]:
    """Once the dealer's hand is known: the bets of a seat that are paid only if they are called."""
    seat = table.seats[number]
    calling = _calling(table, number)
    yield from (name for name in seat.wagers if name in calling and not seat.folded)


def asked(table: Table) -> tuple[int, ...]:
    return tuple(seat for seat in table.round.positions if any(to_be_called(table, seat)))


def unclaimed(table: Table, number: int) -> tuple[str, ...]:
    """The bets of a seat that had to be called, and were not."""
    called = table.round.calls.get(number, ())
    return tuple(name for name in to_be_called(table, number) if name not in called)


def winning(table: Table, number: int) -> tuple[str, ...]:
    """What a player who knows the own hand calls."""
    house, against = table.house, contest(table, number)
    deal = Deal(house, hand_of(table, number), hand_of(table, DEALER))
    bets = to_be_called(table, number)
    return tuple(name for name in bets if row_of(house.wagers[name], deal, against))


def stays_closed(table: Table, number: int) -> bool:
    """Whether nobody has to see a hand that was played: what it could win was not called."""
    seat, house = table.seats[number], table.house
    calling = _calling(table, number)
    if not (calling and seat.ante) or seat.folded or table.round.calls.get(number):
        return False
    against = contest(table, number)
    tables = (house.ante.pays, house.play.pays, house.ante_bonus.pays)
    depends = any(against in row.contests for pays in tables for row in pays.values())
    return not depends and set(seat.wagers) <= {"ante", *calling}


def _calling(table: Table, number: int) -> set[str]:
    """The wagers of the house that have to be called, as the hand stands against the dealer's."""
    wagers = table.house.wagers
    if not any(wager.claim for wager in wagers.values()):
        return set()
    against = contest(table, number)
    return {name for name, each in wagers.items() if each.claim and against in each.claim.when}


def contest(table: Table, number: int) -> When:
    """How a seat stands against the dealer."""
    seat = table.seats[number]
    decision = None if not seat.ante else "fold" if seat.folded else "play"
    return contest_of(table.house, hand_of(table, number), hand_of(table, DEALER), decision)
