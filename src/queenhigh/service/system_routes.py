"""Health, readiness, metrics."""

import asyncio
from collections import Counter
from typing import Literal

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency

from .. import __version__
from ..store.records import StoreUnavailable
from ..store.seals import PublishedSeal
from .errors import ServiceError
from .readiness import ReadyWriter
from .request_scope import TheFloor, TheLobby, TheMetrics
from .rights import needs, read
from .tables.relay import Relay

_NO_SESSION = {"without_session": True}  # Answered while the database does not.

_BEYOND = (
    "Reports are no longer updated: their data claims to be ahead of the log."
    " Run queenhigh audit verify, then queenhigh audit rebuild."
)
_NO_LEASE = "The other processes of the service consider this one dead."
_PROMETHEUS = "text/plain; version=0.0.4"


class Health(msgspec.Struct, frozen=True):
    status: Literal["up"]
    version: str


class Ready(msgspec.Struct, frozen=True):
    status: Literal["ready"]
    records: int  # Its position in the log.
    tables: int


class System(Controller):
    tags = ("service",)

    @get("/health", guards=[needs("site.see")], opt=_NO_SESSION, summary="Health check")
    async def health(self) -> Health:
        """Confirms that the process runs, with its version. Use this to decide on a restart."""
        return Health("up", __version__)

    @get("/ready", guards=[needs("site.see")], opt=_NO_SESSION,
         summary="Readiness check")  # fmt: skip
    async def ready(
        self,
        lobby: TheLobby,
        floor: TheFloor,
        writer: NamedDependency[ReadyWriter],
        relay: NamedDependency[Relay],
    ) -> Ready:
        """503 while the store cannot be used, a table is stuck, or reports are not updated.

        Use this to decide whether to send traffic here.
        """
        try:
            head = await writer.ready()
            beyond = await asyncio.to_thread(floor.beyond_the_log)
        except StoreUnavailable as unavailable:
            raise ServiceError("service/unavailable", str(unavailable), status=503) from None
        if not relay.may_land:
            raise ServiceError("service/unavailable", _NO_LEASE, status=503)
        if stuck := lobby.cardroom.stuck():
            tables = ", ".join(f"{table}: {why}" for table, why in sorted(stuck.items()))
            raise ServiceError("service/stuck", f"Tables are stuck ({tables}).", status=503)
        if beyond:
            raise ServiceError("service/reports_stuck", _BEYOND, status=503)
        return Ready("ready", head.count, len(lobby.tables()))

    @read("/api/seal", "audit.seal", "The latest seal")
    async def seal(self, lobby: TheLobby) -> PublishedSeal:
        """Keep it: a log that is truncated or rewritten later does not match it."""
        head = await asyncio.to_thread(lobby.store.log_head)
        return PublishedSeal.of(head, lobby.cardroom.now())

    @get("/metrics", guards=[needs("metrics.read")], summary="Prometheus metrics",
         media_type=_PROMETHEUS)  # fmt: skip
    async def metrics(self, lobby: TheLobby, metrics: TheMetrics) -> Response[bytes]:
        """Counters and timings in Prometheus' text format: no names, no cards, no money."""
        phases = Counter(each.table.phase.value for each in lobby.tables())
        for phase, count in phases.items():
            metrics.tables.labels(phase).set(count)
        metrics.watchers.set(len(lobby.cardroom.watchers))
        metrics.stopped.set(len(lobby.cardroom.room.stopped))
        return Response(metrics.printed(), media_type=_PROMETHEUS)
