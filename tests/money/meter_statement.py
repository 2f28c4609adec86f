"""A slow, plain statement of a meter: how its amount came about, cause by cause."""

from collections.abc import Iterable
from typing import Any

import msgspec

from queenhigh.floor.meters import MeterLine
from queenhigh.money import accounts
from queenhigh.money.posting import Posting
from queenhigh.table.events import Event


class MeterStatement(msgspec.Struct, frozen=True):
    """By event type: link_set_up, link_funded, meter_fed, jackpot_locked and so on."""

    link: str
    lines: dict[str, MeterLine]

    @property
    def total(self) -> MeterLine:
        """The sum of the link's accounts."""
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
    """Add up events of the link's own stream and of its tables, in any order."""
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
