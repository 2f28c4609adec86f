"""What became of a wager, and why."""

from enum import IntEnum, auto
from typing import Literal

import msgspec

from ..house.model import House
from ..house.points import Point

Result = Literal["win", "lose", "push", "forfeit"]


class Contest(IntEnum):
    """How a seat that bet the ante stands against the dealer."""

    FOLDED = auto()
    DEALER_OUT = auto()  # The dealer's hand does not qualify.
    PLAYER = auto()
    DEALER = auto()
    TIE = auto()


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The result of a bet of any size: what it is paid, and the reasons."""

    result: Result
    clauses: tuple[str, ...]
    rulings: tuple[str, ...] = ()  # The contested points that were decided on the way.
    times: int = 0  # What the house adds, in stakes.
    odds: str | None = None
    returns_stake: bool = False
    of_meter: bool = False  # Paid out of the meter, not in stakes.
    paid_last: bool = False


class Line(msgspec.Struct, gc=False):
    """One bet of a seat, settled."""

    wager: str
    stake: int
    result: Result
    odds: str | None
    paid: int
    returned: int
    clauses: tuple[str, ...]
    on: str | msgspec.UnsetType = msgspec.UNSET
    face: int | msgspec.UnsetType = msgspec.UNSET
    category: str | msgspec.UnsetType = msgspec.UNSET
    paid_last: bool | msgspec.UnsetType = msgspec.UNSET
    rulings: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def net(self) -> int:
        return self.paid + self.returned - self.stake


def settled(wager: str, stake: int, outcome: Outcome, *, jackpot: int = 0) -> Line:
    """A stake under an outcome. One paid by the meter is paid `jackpot`."""
    line = Line(
        wager,
        stake,
        outcome.result,
        outcome.odds,
        jackpot if outcome.of_meter else stake * outcome.times,
        stake if outcome.returns_stake else 0,
        outcome.clauses,
    )
    if outcome.paid_last:
        line.paid_last = True
    if outcome.rulings:
        line.rulings = outcome.rulings
    return line


def win(
    house: House,
    to_one: int,
    *because: Point,
    table: str = "",
    wager: str = "",
    decided_by: str = "",
) -> Outcome:
    """Paid at odds to one, stake returned. `table` is the pay table it is paid by."""
    clauses = _clauses(house, because, table, wager)
    rulings = _rulings(house, decided_by)
    return Outcome("win", clauses, rulings, to_one, f"{to_one} to 1", returns_stake=True)


def push(house: House, *because: Point, decided_by: str = "") -> Outcome:
    clauses = _clauses(house, because)
    return Outcome("push", clauses, _rulings(house, decided_by), returns_stake=True)


def lose(
    house: House, *because: Point, table: str = "", wager: str = "", decided_by: str = ""
) -> Outcome:
    return Outcome("lose", _clauses(house, because, table, wager), _rulings(house, decided_by))


def forfeit(house: House, *because: Point, wager: str = "", decided_by: str = "") -> Outcome:
    clauses = _clauses(house, because, wager=wager)
    return Outcome("forfeit", clauses, _rulings(house, decided_by))


def _clauses(
    house: House, because: tuple[Point, ...], table: str = "", wager: str = ""
) -> tuple[str, ...]:
    """The pay table's clauses first, then those of the rule; each once."""
    found = list(house.clauses_for(table, getattr(house, table).shorthand)) if table else []
    for each in because:
        found += house.clauses(each, wager)
    return tuple(dict.fromkeys(found))


def _rulings(house: House, decided_by: str) -> tuple[str, ...]:
    """The rulings on the options named, each once."""
    found = [ruling for option in decided_by.split() for ruling in house.rulings_on(option)]
    return tuple(dict.fromkeys(found))
