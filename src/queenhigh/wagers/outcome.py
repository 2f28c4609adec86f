"""The outcome of a wager, and why."""

from typing import Literal

import msgspec

from ..house.citation import Cited
from ..house.model import House
from ..house.points import Point
from ..house.wager import Row

Result = Literal["win", "lose", "push", "forfeit"]


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """The result of a bet of any size, and the reasons. A win without a row is even money."""

    result: Result
    cited: Cited
    row: Row | None = None
    odds: str | None = None
    paid_last: bool = False

    @property
    def whole_rate(self) -> int | None:
        """Cents paid per cent of stake, if a whole number and nothing else decides."""
        if self.result != "win":
            return 0
        if self.row is None:
            return 1
        whole = self.row.amount.denominator == 1 and self.row.unit in ("to_one", "for_one")
        return self.row.amount.numerator if whole else None


class Line(msgspec.Struct, gc=False):
    """One bet of a seat, settled."""

    wager: str
    stake: int
    result: Result
    odds: str | None
    paid: int
    returned: int
    clauses: tuple[str, ...]
    why: str = ""
    on: str | msgspec.UnsetType = msgspec.UNSET
    face: int | msgspec.UnsetType = msgspec.UNSET
    category: str | msgspec.UnsetType = msgspec.UNSET
    meter: str | msgspec.UnsetType = msgspec.UNSET  # The meter that pays it.
    paid_last: bool | msgspec.UnsetType = msgspec.UNSET
    departs_from: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    rulings: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def net(self) -> int:
        return self.paid + self.returned - self.stake

    @property
    def cited(self) -> Cited:
        return Cited(self.clauses, self.departs_from or (), self.rulings or ())

    def rest_on(self, cited: Cited) -> None:
        self.clauses = cited.clauses
        self.departs_from = cited.departs_from or msgspec.UNSET
        self.rulings = cited.rulings or msgspec.UNSET


def reasons(
    house: House,
    *because: Point | str,
    wager: str = "",
    decided_by: tuple[str, ...] = (),
    depends: tuple[str, ...] = (),
    rulings: tuple[str, ...] = (),
) -> Cited:
    """The clauses of these points and settings, and the rulings on the settings that decided.

    A ruling does not count where the house departs from its book.
    """
    cited = house.cited(*because, wager=wager, depends=depends)
    found = [
        each
        for path in decided_by
        if not house.law.standing(path).departs
        for each in house.rulings_on(path)
    ]
    return msgspec.structs.replace(cited, rulings=tuple(dict.fromkeys([*found, *rulings])))


def line_of(wager: str, stake: int, outcome: Outcome, *, paid: int, why: str) -> Line:
    """The settled line of a stake with this outcome."""
    row, cited = outcome.row, outcome.cited
    stake_back = outcome.result == "push" or (
        outcome.result == "win" and (row is None or row.unit == "to_one")
    )
    line = Line(
        wager, stake, outcome.result, outcome.odds, paid, stake if stake_back else 0, (), why
    )
    line.rest_on(cited)
    if row is not None and row.meter is not None:
        line.meter = row.meter
    if outcome.paid_last:
        line.paid_last = True
    return line
