"""Those who watch a table: each gets what it may see, or is let go when it cannot keep up."""

import asyncio
from collections.abc import Callable
from typing import Literal

import msgspec

from ..table.events import AnyEvent
from ..table.views import Seen, TableView, seen_by, view
from .running import Running

_MOST_WAITING = 64  # Messages; whoever is further behind is let go, and comes back for a snapshot.

Ending = Literal["slow", "restart", "signed_out"]


class Change(msgspec.Struct, frozen=True):
    """What a command did to a table, step by step, so that each viewer can be shown its part."""

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
        self._queue: asyncio.Queue[Change | msgspec.Struct | None] = asyncio.Queue()
        self.why: Ending | None = None
        self.over = asyncio.Event()

    def tell(self, message: Change | msgspec.Struct) -> None:
        if self._queue.qsize() >= _MOST_WAITING:
            self.end("slow")
        elif self.why is None:
            self._queue.put_nowait(message)

    async def next(self) -> Change | msgspec.Struct | None:
        """What comes next; nothing when it is over."""
        return await self._queue.get()

    def end(self, why: Ending | None = None) -> None:
        self.why = self.why or why
        if not self.over.is_set():
            self.over.set()
            self._ended(self)
            self._queue.put_nowait(None)
