"""The impact of a rule: what played rounds would have paid in another house.

Cards, bets and decisions stay as they were. A round that is impossible in the other house, because
of a bet it does not offer, is counted separately.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from ...house.errors import HouseError
from ...house.loader import with_options
from ...house.model import House
from ...wagers.document import DocumentError, Round, read_round
from ...wagers.round_settlement import SeatSettled, Settled, settle_round

ENVY = "envy"


class ChangedLine(msgspec.Struct, frozen=True):
    """The player's net on a bet in either house, in cents."""

    wager: str
    first: int
    second: int


class ChangedSeat(msgspec.Struct, frozen=True):
    seat: int
    first: int
    second: int
    lines: tuple[ChangedLine, ...]


class Logged(NamedTuple):
    """A round of a log, and its position."""

    round: Round
    where: str
    unseen: bool = False  # Whether folded hands may be unknown.


class ChangedRound(msgspec.Struct, frozen=True):
    line: int  # Line in the log, or round of a store, from 1.
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
    """Impact on the players' nets; what they gain, the house loses."""

    first: str
    second: str
    rounds: int  # Settled in both houses.
    changed: int
    first_net_cents: int
    second_net_cents: int
    difference_cents: int
    by_wager: dict[str, int]  # The difference; envy has its own entry.
    impossible: int  # Rounds that are impossible in one of the houses.
    changed_rounds: tuple[ChangedRound, ...]  # At most as many as requested.
    impossible_rounds: tuple[Impossible, ...]


def read_lines(documents: Iterable[bytes]) -> Iterator[Logged | None]:
    """Rounds in the format of `settle`, with or without options; None for a blank line.

    A document that does not describe a round raises an error.
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
    """Settle a log's rounds in both houses."""
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
    """Nets by bet."""
    found: Counter[str] = Counter()
    for line in seat.lines:
        found[line.wager] += line.paid + line.returned - line.stake
    for paid in settled.envy:
        if paid.seat == seat.seat:
            found[ENVY] += paid.paid
    return found
