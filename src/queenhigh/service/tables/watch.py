"""Watches on a table or the whole room: news in order, or disconnection of slow viewers."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import msgspec

from ...store.process_leases import Member
from .news import News

_MOST_WAITING = 64  # Messages; a viewer further behind is dropped, and reconnects for a snapshot.
_PACE_SECONDS = 0.25  # Between two looks at a busy room.

Ending = Literal["slow", "restart", "signed_out"]


class Moved(msgspec.Struct, frozen=True):
    """A signal that another process looks after the table from now on."""


MOVED = Moved()


class Watch:
    """One viewer: changes of the table and messages to this viewer alone, until they are sent."""

    # `Any`: each kind of watch hands over itself.
    def __init__(self, table: str, ended: Callable[[Any], None]):
        self.table, self._ended = table, ended
        self._waiting: deque[msgspec.Struct] = deque()
        self._stirred = asyncio.Event()
        self.push: Callable[[], bool] | None = None  # Sends what waits; whether that was all.
        self.why: Ending | None = None
        self.over = asyncio.Event()
        self.owner: Member | None = None  # The table's owner, if another process.
        self._left: Callable[[], None] = _nothing_to_leave

    def goes_by(self, leave: Callable[[], None]) -> None:
        """Set what to do when this viewer leaves or moves; do it at once if it has left."""
        self._left = leave
        if self.over.is_set():
            self.leave()

    def leave(self) -> None:
        leave, self._left = self._left, _nothing_to_leave
        leave()

    def tell(self, message: msgspec.Struct) -> None:
        if self.over.is_set():
            return
        if len(self._waiting) >= _MOST_WAITING:
            self.end("slow")
            return
        self._waiting.append(message)
        if self.push is None or not self.push():
            self._stirred.set()

    @property
    def is_empty(self) -> bool:
        return not self._waiting

    def take(self) -> msgspec.Struct | None:
        """The next message; None if there is none now.

        Queued news is merged, so that the table's state and the legal moves are computed once.
        """
        waiting = self._waiting
        if not waiting:
            return None
        message = waiting.popleft()
        while waiting and isinstance(message, News) and isinstance(later := waiting[0], News):
            message = message.then(later)
            waiting.popleft()
        return message

    async def stirred(self) -> None:
        """Wait until there may be something to take, or the watch is over."""
        self._stirred.clear()
        await self._stirred.wait()

    def end(self, why: Ending | None = None) -> None:
        self.why = self.why or why
        if not self.over.is_set():
            self.over.set()
            self.leave()
            self._ended(self)
            self._stirred.set()


def _nothing_to_leave() -> None:
    """Do nothing: this process serves the viewer itself."""


class Grown(msgspec.Struct, frozen=True):
    """Streams of the log that have grown: those of tables, links and the floor."""

    streams: frozenset[str]


class RoomWatch(Watch):
    """One viewer of the whole room, told at most four times a second which streams have grown.

    Nothing piles up for a slow reader, however much happens.
    """

    def __init__(self, ended: Callable[["RoomWatch"], None]):
        super().__init__("", ended)
        self._grown: set[str] = set()
        self._due = 0.0  # The earliest time for the next look, by the loop's clock.
        self._alarm: float | None = None  # When to look even if nothing has grown.

    def note(self, stream: str) -> None:
        self._grown.add(stream)
        self._stirred.set()

    def look_in(self, seconds: float | None) -> None:
        """Look after this time even if no stream grows, because something changes with time."""
        loop = asyncio.get_running_loop()
        self._alarm = None if seconds is None else loop.time() + seconds

    def take(self) -> msgspec.Struct | None:
        now, look = asyncio.get_running_loop().time(), self._next_look()
        if self._waiting or self.over.is_set() or look is None or look > now:
            return super().take()
        grown, self._grown = Grown(frozenset(self._grown)), set()
        self._due = now + _PACE_SECONDS
        if self._alarm is not None and self._alarm <= now:
            self._alarm = None
        return grown

    async def stirred(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._next_look()):
                await super().stirred()

    def _next_look(self) -> float | None:
        looks = [self._due] if self._grown else []
        looks += [max(self._alarm, self._due)] if self._alarm is not None else []
        return min(looks, default=None)
