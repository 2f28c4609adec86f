"""Splitting a jackpot between two tables of a link that hit it at once."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...money.links import shares
from ...table.commands import ShareJackpot
from ...table.refusal import Refusal
from ..tables.running_table import Running

if TYPE_CHECKING:
    from ..cardroom import Cardroom


async def split(cardroom: "Cardroom", link: str) -> None:
    """Split two locked, unpaid jackpots into halves; the odd cent goes to the first.

    The jackpot that shrinks is changed first, so the locked money always covers what is promised.
    If the other has been paid in the meantime, the first gets back what it had.
    """
    await cardroom.fresh()
    both = sorted(_unpaid(cardroom.room.tables.values(), link), key=lambda each: each.clock_from)[
        :2
    ]
    if len(both) < 2:
        return
    first, second = both
    had = _locked(first), _locked(second)
    gets = shares(*had, max(map(_smallest_chip, both)))
    if had == gets:
        return
    order = [(first, had[0], gets[0]), (second, had[1], gets[1])]
    order.sort(key=lambda each: each[2] - each[1])
    (shrinks, before, less), (grows, _, more) = order
    if isinstance(await _share(cardroom, shrinks, less), Refusal):
        return
    if isinstance(await _share(cardroom, grows, more), Refusal):
        await _share(cardroom, shrinks, before)


def _unpaid(tables: Iterable[Running], link: str) -> list[Running]:
    return [
        each
        for each in tables
        if (jackpot := each.table.round.jackpot) is not None
        and not jackpot.paid
        and each.setup.link_of(jackpot.meter) == link
        and each.table.house.meters[jackpot.meter].simultaneous == "split"
    ]


def _smallest_chip(running: Running) -> int:
    """The unit that jackpots at a table are multiples of, in cents."""
    table = running.table
    return table.house.betting.chips_cents[0] if table.tray_is_chips else 1


def _locked(running: Running) -> int:
    jackpot = running.table.round.jackpot
    return jackpot.cents if jackpot else 0


async def _share(cardroom: "Cardroom", running: Running, cents: int) -> object:
    jackpot = running.table.round.jackpot
    of = jackpot.meter if jackpot else ""
    command = ShareJackpot(by="system", at=cardroom.now(), cents=cents, of=of)
    return await cardroom.give(running.id, command)
