"""A settled round: every bet with its result, and why."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from ..house.model import House
from ..wagers.round_settlement import Settled
from .columns import Column, Columns

LINE_KINDS: Final[Mapping[str, type]] = {
    "round": int,
    "seat": int,
    "cards": str,
    "decision": str,
    "wager": str,
    "stake": int,
    "result": str,
    "odds": str,
    "paid": int,
    "returned": int,
    "net": int,
    "clauses": str,
    "why": str,
}


class Result(Settled, Columns, dict=True):
    """The result of `settle`, and of a table's round.

    `to_dict()` is the document that `queenhigh settle` prints; as columns it has a row for each
    line.
    """

    _kinds: ClassVar[Mapping[str, type]] = LINE_KINDS

    @classmethod
    def of(cls, house: House, settled: Settled) -> "Result":
        made = cls(**{name: getattr(settled, name) for name in Settled.__struct_fields__})
        made.__dict__["playing"] = house
        return made

    def __reduce__(self) -> tuple[object, ...]:
        fields = {name: getattr(self, name) for name in Settled.__struct_fields__}
        return Result.of, (self.__dict__["playing"], Settled(**fields))

    def columns(self) -> Mapping[str, Column]:
        return lines_as_columns([self])

    def __repr__(self) -> str:
        nets = ", ".join(f"seat {each.seat} {each.net:+}" for each in self.seats)
        return f"<Result of {self.house}: {nets or 'nobody'}>"

    def _repr_html_(self) -> str:
        from .html import result_html

        return result_html(self.__dict__["playing"], self)


def lines_as_columns(rounds: Iterable[Settled]) -> Mapping[str, Column]:
    """Rounds count from 1."""
    found: dict[str, list[object]] = {name: [] for name in LINE_KINDS}
    for number, settled in enumerate(rounds, start=1):
        for seat in settled.seats:
            for line in seat.lines:
                row = (
                    *(number, seat.seat, " ".join(seat.cards), seat.decision, line.wager),
                    *(line.stake, line.result, line.odds, line.paid, line.returned, line.net),
                    *(" ".join(line.clauses), line.why),
                )
                for name, value in zip(LINE_KINDS, row, strict=True):
                    found[name].append(value)
    return found
