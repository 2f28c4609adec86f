"""What rounds that were played would have come to in another house: the impact of a rule.

Cards, bets and decisions stay as they were. A round that the other house could not have had, for a
bet that it does not offer, is counted apart.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ..house.errors import HouseError
from ..house.loader import with_options
from ..house.model import House
from ..wagers.document import DocumentError, Round, read_round
from ..wagers.settle import SeatSettled, Settled, settle_round

ENVY = "envy"


class ChangedLine(msgspec.Struct, frozen=True):
    """A bet's net in cents, the player's, in either house."""

    wager: str
    first: int
    second: int


class ChangedSeat(msgspec.Struct, frozen=True):
    seat: int
    first: int
    second: int
    lines: tuple[ChangedLine, ...]


class Logged(NamedTuple):
    """A round of a log, and where in it."""

    round: Round
    where: str
    unseen: bool = False  # Folded hands need not be known.


class ChangedRound(msgspec.Struct, frozen=True):
    line: int  # In the log, from 1 on; of a store, which of its rounds.
    seats: tuple[ChangedSeat, ...]
    where: str = ""

    @property
    def difference_cents(self) -> int:
        return sum(each.second - each.first for each in self.seats)


class Impossible(msgspec.Struct, frozen=True):
    line: int
    error: str
    where: str = ""


class RuleImpact(msgspec.Struct, frozen=True, kw_only=True):
    """Nets are the players'; what they win more, the house wins less."""

    first: str
    second: str
    rounds: int  # Settled in both houses.
    changed: int
    first_net_cents: int
    second_net_cents: int
    difference_cents: int
    by_wager: dict[str, int]  # The difference; envy stands on its own.
    impossible: int  # Rounds that one of the houses cannot have had.
    changed_rounds: tuple[ChangedRound, ...]  # Up to as many as were asked for.
    impossible_rounds: tuple[Impossible, ...]


def read_lines(documents: Iterable[bytes]) -> Iterator[Logged | None]:
    """Rounds as `settle` takes them, with options or without; None for a blank line.

    What is not a round at all is an error.
    """
    for number, document in enumerate(documents, start=1):
        if not document.strip():
            yield None
            continue
        try:
            yield Logged(read_round(document), f"line {number}")
        except DocumentError as error:
            raise ValueError(f"line {number}: {error}") from None


def rule_impact(
    first: House, second: House, log: Iterable[Logged | None], *, shown: int = 100
) -> RuleImpact:
    """Of the rounds of a log, in both houses."""
    rounds = changed = impossible = 0
    nets = [0, 0]
    by_wager: Counter[str] = Counter()
    kept: list[ChangedRound] = []
    unsettled: list[Impossible] = []
    for number, logged in enumerate(log, start=1):
        if logged is None:
            continue
        try:
            found = _settled(first, logged), _settled(second, logged)
        except (DocumentError, HouseError) as error:
            impossible += 1
            if len(unsettled) < shown:
                unsettled.append(Impossible(number, str(error), logged.where))
            continue
        rounds += 1
        for place, settled in enumerate(found):
            nets[place] += sum(each.net for each in settled.seats)
        seats = tuple(_changed_seats(*found))
        for seat in seats:
            for line in seat.lines:
                by_wager[line.wager] += line.second - line.first
        if seats:
            changed += 1
            if len(kept) < shown:
                kept.append(ChangedRound(number, seats, logged.where))
    return RuleImpact(
        first=first.key,
        second=second.key,
        rounds=rounds,
        changed=changed,
        first_net_cents=nets[0],
        second_net_cents=nets[1],
        difference_cents=nets[1] - nets[0],
        by_wager=dict(by_wager),
        impossible=impossible,
        changed_rounds=tuple(kept),
        impossible_rounds=tuple(unsettled),
    )


def _settled(house: House, logged: Logged) -> Settled:
    written = logged.round
    playing = with_options(house, bytes(written.options)) if written.options else house
    return settle_round(playing, written, unseen=logged.unseen)


def _changed_seats(first: Settled, second: Settled) -> Iterator[ChangedSeat]:
    of_second = {each.seat: each for each in second.seats}
    for each in first.seats:
        one = _nets(first, each)
        other = _nets(second, of_second[each.seat])
        lines = tuple(
            ChangedLine(name, one[name], other[name])
            for name in dict.fromkeys((*one, *other))
            if one[name] != other[name]
        )
        if lines:
            yield ChangedSeat(each.seat, one.total(), other.total(), lines)


def _nets(settled: Settled, seat: SeatSettled) -> Counter[str]:
    """By bet."""
    found: Counter[str] = Counter()
    for line in seat.lines:
        found[line.wager] += line.paid + line.returned - line.stake
    for paid in settled.envy:
        if paid.seat == seat.seat:
            found[ENVY] += paid.paid
    return found
