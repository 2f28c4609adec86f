"""The client that waits for an answer: when it disconnects, work on its request ends.

A thread cannot be stopped from outside, so long work checks now and then whether the client is
still there (`floor.abandoned_work.go_on`). A worker process is killed, and a query is cancelled
(`floor.abandoned_work.ended_by`).
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from ..floor.abandoned_work import asking
from .errors import ServiceError


class WaitingClient:
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

    def refuse_if_gone(self) -> None:
        if self._gone:
            raise nobody_waits()

    @contextmanager
    def cancels(self, end: Callable[[], object]) -> Iterator[None]:
        """Call `end` to stop the work if the client leaves; its result is then discarded."""
        try:
            with self.ends_with(end):
                yield
        finally:
            self.refuse_if_gone()


_connection: ContextVar[Receive | None] = ContextVar("connection", default=None)


class ConnectionAtHand(ASGIMiddleware):
    """Keeps the connection's `receive` at hand, so long requests notice a disconnect."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        _connection.set(receive)
        await next_app(scope, receive, send)


@asynccontextmanager
async def asked() -> AsyncIterator[WaitingClient]:
    """Watch the client during long work for a request whose body has already been read.

    The client counts as gone when the connection ends or the request is cancelled.
    """
    client, receive = WaitingClient(), _connection.get()
    watching = asyncio.create_task(_watch(receive, client)) if receive else None
    try:
        with asking(client.refuse_if_gone, client.cancels):
            yield client
    finally:
        client.leave()
        if watching:
            watching.cancel()


async def _watch(receive: Receive, client: WaitingClient) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    client.leave()


def nobody_waits() -> ServiceError:
    return ServiceError("request/given_up", "The client that asked for this has disconnected.", 503)
