"""The client that waits for an answer: when it disconnects, the work for it ends.

A thread cannot be stopped from outside. So what takes long asks now and then whether the asker is
still there (`go_on`). A process that works for one is killed, and a query is ended (`when_gone`).
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from ..floor.patience import asking
from .errors import ServiceError


class Asker:
    """Seen from two threads: one watches the connection, the other works."""

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
        """`end` is called once if the asker leaves in the meantime, or has left."""
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
    """Keeps at hand what tells of a connection's end, for requests that turn out to be long."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        _connection.set(receive)
        await next_app(scope, receive, send)


@asynccontextmanager
async def asked() -> AsyncIterator[Asker]:
    """Around long work for a request, whose body has been read by now.

    The asker leaves when the connection ends, and when the request is cancelled.
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
    """Called in the midst of long work. Raises ServiceError where nobody waits for it any more."""
    asker = _asker.get()
    if asker is not None and asker.gone:
        raise nobody_waits()


@contextmanager
def when_gone(end: Callable[[], object]) -> Iterator[None]:
    """`end` ends what is worked on here, should the asker leave; what is then left is not told."""
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
