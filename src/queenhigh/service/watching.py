"""Those who watch a table: each gets what it may see, or is let go when it cannot keep up."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Literal

import msgspec

from ..table.events import AnyEvent
from ..table.views import Seen, TableView, seen_by, view
from .running import Running

_MOST_WAITING = 64  # Messages; whoever is further behind is let go, and comes back for a snapshot.

Ending = Literal["slow", "restart", "signed_out"]


class Change(msgspec.Struct, frozen=True):
    """What commands did to a table, step by step, so that each viewer can be shown its part."""

    steps: tuple[tuple[Running, AnyEvent, Running], ...]

    @classmethod
    def after(cls, before: Running, events: tuple[AnyEvent, ...]) -> "Change":
        steps = []
        for event in events:
            later = before.evolved(event)
            steps.append((before, event, later))
            before = later
        return cls(tuple(steps))

    @property
    def running(self) -> Running:
        return self.steps[-1][2]

    def then(self, later: "Change") -> "Change":
        return Change(self.steps + later.steps)

    def since(self, version: int) -> "Change | None":
        """What of it is new to one who knows the table at that version."""
        new = tuple(step for step in self.steps if step[2].table.version > version)
        return Change(new) if new else None

    def seen(self, viewer: str) -> list[Seen]:
        return [
            seen
            for before, event, later in self.steps
            for seen in seen_by(viewer, before.table, event, later.table)
        ]

    def view(self, viewer: str) -> TableView:
        return view(self.running.table, viewer)


class Watch:
    """One viewer's queue: changes of the table, and messages to this viewer alone."""

    def __init__(self, table: str, ended: Callable[["Watch"], None]):
        self.table, self._ended = table, ended
        self._waiting: deque[Change | msgspec.Struct] = deque()
        self._news = asyncio.Event()
        self.why: Ending | None = None
        self.over = asyncio.Event()

    def tell(self, message: Change | msgspec.Struct) -> None:
        if self.over.is_set():
            return
        if len(self._waiting) >= _MOST_WAITING:
            self.end("slow")
            return
        self._waiting.append(message)
        self._news.set()

    async def next(self) -> Change | msgspec.Struct | None:
        """What comes next; nothing when it is over.

        Changes that have come together meanwhile are one: what the table has come to, and what may
        be done there, is worked out once for all of them.
        """
        while not self._waiting:
            if self.over.is_set():
                return None
            self._news.clear()
            await self._news.wait()
        message = self._waiting.popleft()
        if isinstance(message, Change):
            while self._waiting and isinstance(later := self._waiting[0], Change):
                message = message.then(later)
                self._waiting.popleft()
        return message

    def end(self, why: Ending | None = None) -> None:
        self.why = self.why or why
        if not self.over.is_set():
            self.over.set()
            self._ended(self)
            self._news.set()
