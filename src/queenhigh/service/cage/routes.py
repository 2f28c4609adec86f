"""The cage's papers: the slips of a gaming day, those waiting for a signature first."""

from datetime import date
from typing import Annotated

import msgspec
from litestar import Controller
from litestar.params import QueryParameter

from ..floor_requests import Day, checked
from ..reports.report_pool import aside
from ..request_scope import TheFloor
from ..rights import read
from .slips import Slip, done, waiting


class SlipsShown(msgspec.Struct, frozen=True):
    day: date | None  # None as long as nothing has happened.
    waiting: list[Slip]
    slips: list[Slip]  # Of the day, in the order in which they were signed or declined.


class Cage(Controller):
    path = "/api"
    tags = ("money",)

    @read("/cage/slips", "cage.see", "Slips and inventories of a day")
    @aside
    def slips(
        self,
        floor: TheFloor,
        day: Day = None,
        table: Annotated[str | None, QueryParameter(max_length=64)] = None,
    ) -> SlipsShown:
        """Fills, credits, drop boxes and counts at money tables, with everybody who signed."""
        running = [
            each
            for each in floor.cardroom.room.tables.values()
            if not each.setup.play_money and table in (None, each.id)
        ]
        open_ones = [slip for each in running for slip in waiting(each)]
        kept = floor.now()
        wanted = checked(day) if day else kept.last_day()
        if wanted is None:
            return SlipsShown(None, open_ones, [])
        currencies = {each.id: each.table.house.currency for each in running}
        found = list(done(floor.store, kept.happenings(wanted), currencies))
        return SlipsShown(wanted, open_ones, found)
