"""Health, readiness, metrics."""

import asyncio
from collections import Counter
from typing import Literal

import msgspec
from litestar import Controller, Response, get

from ... import __version__
from ..errors import ServiceError
from ..rights import needs
from .given import TheLobby, TheMetrics

_NO_SESSION = {"without_session": True}  # Answered while the database does not.


class Health(msgspec.Struct, frozen=True):
    status: Literal["up"]
    version: str


class Ready(msgspec.Struct, frozen=True):
    status: Literal["ready"]
    records: int  # In the log.
    tables: int
    stopped: list[str]  # Tables that were stopped because something did not add up.


class System(Controller):
    tags = ("service",)

    @get("/health", guards=[needs("site.see")], opt=_NO_SESSION, summary="The process answers")
    async def health(self) -> Health:
        return Health("up", __version__)

    @get("/ready", guards=[needs("site.see")], opt=_NO_SESSION, summary="The store answers too")
    async def ready(self, lobby: TheLobby) -> Ready:
        try:
            head = await asyncio.wait_for(asyncio.to_thread(lobby.store.log_head), 5)
        except Exception:
            message = "The database does not answer."
            raise ServiceError("service/unavailable", message, status=503) from None
        tables = lobby.tables()
        return Ready("ready", head.count, len(tables), sorted(lobby.cardroom.room.stopped))

    @get("/metrics", guards=[needs("metrics.read")], summary="For Prometheus")
    async def metrics(self, lobby: TheLobby, metrics: TheMetrics) -> Response[bytes]:
        phases = Counter(each.table.phase.value for each in lobby.tables())
        for phase, count in phases.items():
            metrics.tables.labels(phase).set(count)
        metrics.watchers.set(lobby.cardroom.watchers())
        metrics.stopped.set(len(lobby.cardroom.room.stopped))
        return Response(metrics.printed(), media_type="text/plain; version=0.0.4")
