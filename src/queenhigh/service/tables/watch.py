"""Those who watch a table: each gets what it may see, or is let go when it cannot keep up."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Literal

import msgspec

from .running_table import News

_MOST_WAITING = 64  # Messages; whoever is further behind is let go, and comes back for a snapshot.

Ending = Literal["slow", "restart", "signed_out"]


class Watch:
    """One viewer's queue: changes of the table, and messages to this viewer alone."""

    def __init__(self, table: str, ended: Callable[["Watch"], None]):
        self.table, self._ended = table, ended
        self._waiting: deque[News | msgspec.Struct] = deque()
        self._news = asyncio.Event()
        self.why: Ending | None = None
        self.over = asyncio.Event()

    def tell(self, message: News | msgspec.Struct) -> None:
        if self.over.is_set():
            return
        if len(self._waiting) >= _MOST_WAITING:
            self.end("slow")
            return
        self._waiting.append(message)
        self._news.set()

    async def next(self) -> News | msgspec.Struct | None:
        """What comes next; nothing when it is over.

        News that came in meanwhile is put together: what the table has come to, and what may
        be done there, is worked out once.
        """
        while not self._waiting:
            if self.over.is_set():
                return None
            self._news.clear()
            await self._news.wait()
        message = self._waiting.popleft()
        if isinstance(message, News):
            while self._waiting and isinstance(later := self._waiting[0], News):
                message = message.then(later)
                self._waiting.popleft()
        return message

    def end(self, why: Ending | None = None) -> None:
        self.why = self.why or why
        if not self.over.is_set():
            self.over.set()
            self._ended(self)
            self._news.set()
