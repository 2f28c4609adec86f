"""Meters by gaming day: contributions, hits, resets, and what is held."""

from collections.abc import Iterable
from datetime import date
from typing import Final

import msgspec

from ..house.calendar import Calendar
from ..money import accounts
from ..money.posting import Posting
from ..table.events import Event

_VOIDS: Final = ("round_voided", "settled_round_voided")


class MeterLine(msgspec.Struct, frozen=True):
    """The effect of one cause on a link, summed over the day."""

    times: int = 0
    meter: int = 0
    reserve: int = 0
    jackpot: int = 0  # Locked and not yet paid.
    overflow: int = 0

    @property
    def from_outside(self) -> int:
        """What came into the link from trays and the bank; negative: what left it."""
        return self.meter + self.reserve + self.jackpot + self.overflow

    def plus(self, other: "MeterLine") -> "MeterLine":
        sums = (getattr(self, each) + getattr(other, each) for each in self.__struct_fields__)
        return MeterLine(*sums)


class MeterKey(msgspec.Struct, frozen=True, order=True):
    link: str
    day: date
    table: str  # Empty for the link's own events.
    cause: str  # The event type.


def meter_moves(
    days: Calendar, table: str, event: Event, postings: Iterable[Posting]
) -> list[tuple[MeterKey, MeterLine]]:
    changed: dict[str, dict[str, int]] = {}
    for posting in postings:
        account = accounts.Account.parse(posting.account)
        if account.kind in accounts.OF_A_LINK:
            changed.setdefault(account.name, {})[account.kind] = posting.cents
    if not changed:
        return []
    cause, day = str(event.__struct_config__.tag), days.day(event.at)
    return [
        (MeterKey(link, day, table, cause), MeterLine(times=1, **parts))
        for link, parts in sorted(changed.items())
    ]


class MeterReport(msgspec.Struct, frozen=True, kw_only=True):
    """A link over a day. In cents."""

    link: str
    opening: MeterLine
    causes: dict[str, MeterLine]
    closing: MeterLine
    contributions: int  # To the meter itself.
    to_reserve: int
    to_overflow: int
    voided: int  # Taken back from all three by void rounds.
    hits: int
    won: int  # Locked for winners.
    resets: int
    reset_cents: int  # The cost of the reset to its seed,
    from_reserve: int  # and its source.
    from_overflow: int
    from_outside: int  # Trays, or the bank.


def meter_report(link: str, day: date, moves: Iterable[tuple[MeterKey, MeterLine]]) -> MeterReport:
    """Sum all moves of the link up to the end of that day."""
    opening, closing = MeterLine(), MeterLine()
    causes: dict[str, MeterLine] = {}
    for key, line in moves:
        if key.link != link or key.day > day:
            continue
        closing = closing.plus(line)
        if key.day < day:
            opening = opening.plus(line)
        else:
            causes[key.cause] = causes.get(key.cause, MeterLine()).plus(line)
    fed, hit = causes.get("meter_fed", MeterLine()), causes.get("jackpot_locked", MeterLine())
    reset = causes.get("meter_reset", MeterLine())
    stands = msgspec.structs.replace
    return MeterReport(
        link=link,
        opening=stands(opening, times=0),
        causes=dict(sorted(causes.items())),
        closing=stands(closing, times=0),
        contributions=fed.meter,
        to_reserve=fed.reserve,
        to_overflow=fed.overflow,
        voided=-sum(causes.get(cause, MeterLine()).from_outside for cause in _VOIDS),
        hits=hit.times,
        won=hit.jackpot,
        resets=reset.times,
        reset_cents=reset.meter,
        from_reserve=-reset.reserve,
        from_overflow=-reset.overflow,
        from_outside=reset.from_outside,
    )
