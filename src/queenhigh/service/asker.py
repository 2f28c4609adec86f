"""The client waiting for an answer: when it disconnects, work on its request ends.

A thread cannot be stopped from outside, so long work checks now and then whether the client is
still there (`go_on`). A worker process is killed, and a query is cancelled (`when_gone`).
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from ..floor.cancellation import asking
from .errors import ServiceError


class Asker:
    """A waiting client, shared by two threads: one watches the connection, the other works."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._gone = False
        self._ends: list[Callable[[], object]] = []

    @property
    def gone(self) -> bool:
        return self._gone

    def leave(self) -> None:
        with self._lock:
            self._gone = True
            ends, self._ends = self._ends, []
        for end in ends:
            end()

    @contextmanager
    def ends_with(self, end: Callable[[], object]) -> Iterator[None]:
        """Call `end` once if the client leaves during the block, or has already left."""
        with self._lock:
            if not self._gone:
                self._ends.append(end)
        if self._gone:
            end()
        try:
            yield
        finally:
            with self._lock:
                if end in self._ends:
                    self._ends.remove(end)


_asker: ContextVar[Asker | None] = ContextVar("asker", default=None)
_connection: ContextVar[Receive | None] = ContextVar("connection", default=None)


class Askers(ASGIMiddleware):
    """Keeps the connection's `receive` at hand, so that long requests notice a disconnect."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        _connection.set(receive)
        await next_app(scope, receive, send)


@asynccontextmanager
async def asked() -> AsyncIterator[Asker]:
    """Watch the client during long work for a request whose body has already been read.

    The client counts as gone when the connection ends or the request is cancelled.
    """
    asker, receive = Asker(), _connection.get()
    before = _asker.set(asker)
    watching = asyncio.create_task(_watch(receive, asker)) if receive else None
    try:
        with asking(go_on, when_gone):
            yield asker
    finally:
        _asker.reset(before)
        asker.leave()
        if watching:
            watching.cancel()


async def _watch(receive: Receive, asker: Asker) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    asker.leave()


def go_on() -> None:
    """Check during long work that the client still waits; raise ServiceError if not."""
    asker = _asker.get()
    if asker is not None and asker.gone:
        raise nobody_waits()


@contextmanager
def when_gone(end: Callable[[], object]) -> Iterator[None]:
    """Call `end` to stop the work if the client leaves; its result is then discarded."""
    asker = _asker.get()
    if asker is None:
        yield
        return
    try:
        with asker.ends_with(end):
            yield
    finally:
        go_on()


def nobody_waits() -> ServiceError:
    return ServiceError("request/given_up", "The client that asked for this has disconnected.", 503)
