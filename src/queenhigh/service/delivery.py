"""Delivery to one viewer: in order, at once if nothing is under way, and never piling up."""

from collections.abc import Coroutine
from typing import NamedTuple, Protocol

import msgspec

from .tables.watch import Watch


class Message(NamedTuple):
    """A message as its client gets it."""

    data: bytes
    version: int = 0  # The version of the table it brings the client to; 0: unchanged.


Telling = Message | Coroutine[object, object, Message | None] | None


class Talk(Protocol):
    """One client's side of a live connection: what it is sent, and what it may send."""

    @property
    def watch(self) -> Watch: ...

    async def first(self) -> Message | None:
        """The initial state; None if it arrives through the watch."""

    def told(self, news: msgspec.Struct) -> Telling:
        """The message to this client about an item from the watch; None if there is none.

        It is a coroutine if something has to be awaited first.
        """

    async def hear(self, text: str) -> None:
        """Handle a message from the client; the answer goes through the watch."""


class Outlet(Protocol):
    """The way out for messages: a socket, or the link to the process that has the socket."""

    def is_free(self) -> bool:
        """Whether the last message is out, as far as this side has to know."""

    def send(self, message: Message) -> None:
        """Begin to send; only if it is free."""

    async def freed(self) -> None:
        """Wait until the last message is out."""


class Delivery:
    """Sends what the watch has at once, from the code that caused it; only waiting takes a task."""

    def __init__(self, talk: Talk, outlet: Outlet) -> None:
        self._talk, self._watch, self._outlet = talk, talk.watch, outlet
        self._late: Coroutine[object, object, Message | None] | None = None
        self._failed: Exception | None = None

    async def run(self) -> None:
        """Send everything, in order, until the watch is over and nothing is left."""
        self._watch.push = self._push
        try:
            while True:
                await self._outlet.freed()
                if self._late is not None:
                    message = await self._late
                    self._late = None
                    if message is not None:
                        self._outlet.send(message)
                if self._failed is not None:
                    raise self._failed
                if self._push():
                    if self._watch.over.is_set():
                        return
                    await self._watch.stirred()
        finally:
            self._watch.push = None
            if self._late is not None:
                self._late.close()

    def _push(self) -> bool:
        """Send what can be sent now; return whether there is nothing left to wait for."""
        watch, outlet = self._watch, self._outlet
        try:
            while self._late is None and self._failed is None and outlet.is_free():
                news = watch.take()
                if news is None:
                    return True
                told = self._talk.told(news)
                if isinstance(told, Message):
                    outlet.send(told)
                    if watch.is_empty:
                        return True
                else:
                    self._late = told
        except Exception as error:  # It ends this connection, not the work that caused the message.
            self._failed = error
        return False
