"""A meter's statement: how it came to stand where it stands, cause by cause."""

from collections.abc import Iterable
from typing import Any

import msgspec

from ..table.events import Event
from . import accounts
from .posting import Posting


class MeterLine(msgspec.Struct, frozen=True):
    """What one cause has done to a link, over all the times that it happened."""

    times: int = 0
    meter: int = 0
    reserve: int = 0
    jackpot: int = 0  # Locked and not yet paid.
    overflow: int = 0

    @property
    def from_outside(self) -> int:
        """What came into the link by it, from trays and from the bank; below zero, what left it."""
        return self.meter + self.reserve + self.jackpot + self.overflow

    def plus(self, other: "MeterLine") -> "MeterLine":
        sums = (getattr(self, each) + getattr(other, each) for each in self.__struct_fields__)
        return MeterLine(*sums)


class MeterStatement(msgspec.Struct, frozen=True):
    """By the type of the event: link_set_up, link_funded, meter_fed, jackpot_locked and so on."""

    link: str
    lines: dict[str, MeterLine]

    @property
    def total(self) -> MeterLine:
        """What the link's accounts come to."""
        total = MeterLine()
        for line in self.lines.values():
            total = total.plus(line)
        return msgspec.structs.replace(total, times=0)

    def line(self, cause: str) -> MeterLine:
        return self.lines.get(cause, MeterLine())

    @property
    def hits(self) -> int:
        return self.line("jackpot_locked").times


def meter_statement(
    link: str, happened: Iterable[tuple[Event, tuple[Posting, ...]]]
) -> MeterStatement:
    """Over events of the link's own stream and of its tables, in any order."""
    lines: dict[str, MeterLine] = {}
    for event, postings in happened:
        changed: dict[str, Any] = {}
        for posting in postings:
            account = accounts.Account.parse(posting.account)
            if account.name == link and account.kind in accounts.OF_A_LINK:
                changed[account.kind] = posting.cents
        if changed:
            cause = str(event.__struct_config__.tag)
            lines[cause] = lines.get(cause, MeterLine()).plus(MeterLine(times=1, **changed))
    return MeterStatement(link, lines)
