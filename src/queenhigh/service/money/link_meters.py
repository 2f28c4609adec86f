"""Links of tables that share a meter: setting them up, joining them, what their meters hold."""

import asyncio
from functools import partial

import msgspec

from ...house.model import House
from ...money import accounts
from ...money.ledger import postings_of_link
from ...money.links import (
    AnyLinkCommand,
    LinkSetUp,
    SetUpLink,
    decide_link,
    refuse_joining,
    terms_of,
)
from ...money.refusal import MoneyRefusal, refuse
from ...money.setup import TableSetUp
from ...money.stream import link_stream
from ...table.events import Event
from ...table.refusal import Refusal
from ...wire.messages import MeterShown
from ..cardroom import Cardroom
from ..executor import Decided
from ..tables.table_set_up import has_own_link


class LinkMeters:
    def __init__(self, cardroom: Cardroom) -> None:
        self._cardroom, self._store = cardroom, cardroom.store

    async def all(self) -> list[MeterShown]:
        """Each link's meter, reserve, jackpot and overflow balances, and its tables."""
        links: dict[str, list[str]] = {}
        for running in self._cardroom.room.tables.values():
            for link in () if running.setup.is_practice else running.setup.all_links:
                links.setdefault(link, []).append(running.id)
        balance = self._cardroom.balances.of
        return [
            MeterShown(
                link,
                await balance(accounts.meter(link)),
                await balance(accounts.reserve(link)),
                await balance(accounts.jackpot(link)),
                await balance(accounts.overflow(link)),
                sorted(tables),
            )
            for link, tables in sorted(links.items())
        ]

    async def join(self, setup: TableSetUp, house: House, meter: str) -> Refusal | None:
        """Join the table to its link, creating the link if it does not exist yet."""
        name = setup.link_of(meter)
        own = has_own_link(setup, meter)
        link = await asyncio.to_thread(self._set_up, name)
        if link:
            tables = self._cardroom.room.tables.values()
            others = [each.id for each in tables if name in each.setup.all_links]
            if own and link.kind != "solo":  # In older logs any table could name it.
                message = f"Other tables share the meter {name}: choose another id."
                return refuse(MoneyRefusal.LINK_EXISTS, message)
            return refuse_joining(link, setup, others, meter)
        command = SetUpLink(
            by="system",
            at=self._cardroom.now(),
            id=f"set_up_link:{name}",
            link=name,
            kind="solo" if own else "linked",
            stakes=setup.stakes,
            terms=terms_of(house, meter),
        )
        answer = await self.act(command, house)
        return answer if isinstance(answer, Refusal) else None

    async def act(
        self, command: AnyLinkCommand, house: House | None = None
    ) -> list[Event] | Refusal:
        stream, decide = link_stream(command.link), partial(self._decide, command, house)
        return await self._cardroom.executor.act(stream, command, decide, postings_of_link)

    def _decide(self, command: AnyLinkCommand, house: House | None) -> Decided:
        return decide_link(self._set_up(command.link), command, house)

    def _set_up(self, name: str) -> LinkSetUp | None:
        """The link as it was set up; None if it does not exist yet."""
        first = self._store.records(link_stream(name), 0, 1)
        return msgspec.json.decode(first[0].event, type=LinkSetUp) if first else None
