"""The objects that the service's routes share, from the first request to the last."""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from litestar import Litestar, Request
from litestar.datastructures import State

from ..store.deck_seal import deck_sealer_from
from ..store.floor_reports import last_moment
from ..store.people import People
from ..store.records import StoreUnavailable
from ..store.seals import PublishedSeal, keep
from ..store.sql import SqlStore
from ..store.store_address import open_store
from .cardroom import Cardroom
from .client_address import Addresses
from .config import MEMORY, Config
from .floor_view import FloorView
from .houses.shelf import Shelf
from .metrics import Metrics
from .open_connections import Connections
from .owners import Membership, Owners
from .people.front_desk import DeskSettings, FrontDesk, first_invitations
from .people.passwords import Passwords
from .people.personnel import Personnel
from .people.session_trust import Trust
from .people.sessions import Sessions, SessionSettings
from .rate_limit_buckets import SharedBuckets
from .rate_limits import Rate, RateLimits, RateSettings
from .readiness import ReadyWriter
from .request_scope import CageCurrency
from .server import welcome
from .settings_record import record_settings
from .site import Headers
from .steady_clock import SteadyClock
from .strict_request import refuse_what_nobody_reads
from .tables.first_tables import set_up_first_tables
from .tables.lobby import Lobby
from .tables.practice_tables import give_up_idle
from .tables.relay import Relay

logger = logging.getLogger(__name__)
_TIDY_SECONDS = 3_600
_LOOK_SECONDS = 300


class RunningService:
    """The parts of a service on a store of its own, or on the given one.

    `limits_file` holds the rate limits that several processes share.
    """

    def __init__(
        self,
        config: Config,
        store: SqlStore | None = None,
        now: Callable[[], datetime] | None = None,
        *,
        limits_file: str | None = None,
    ) -> None:
        self.config, self._own_store = config, store is None
        self._store = kept = store or open_store(config.database)
        self._now = now = now or _clock(kept)
        self.metrics = Metrics()
        self.writer = ReadyWriter(kept)
        self._owners = Owners()
        self._people = people = People(kept.database)
        self._cardroom = cardroom = Cardroom(
            kept,
            now=now,
            metrics=self.metrics,
            writer=self.writer,
            sealer=None if config.database == MEMORY else deck_sealer_from(os.environ),
            owners=self._owners,
            people=people,
        )
        self.floor = FloorView(kept, cardroom)
        self.lobby = Lobby(cardroom, Shelf(kept, config.books), self.floor)
        self.relay = Relay(self.lobby)
        self.addresses = Addresses(
            config.trusted_proxies, [config.address] if config.address else []
        )
        idle = timedelta(hours=config.session_hours)
        secure = True if config.address.startswith("https://") else None
        self.headers = Headers(self.addresses, secure=secure)
        settings = SessionSettings(idle=idle, secure=secure)
        self.sessions = Sessions(people, self.addresses, settings, now)
        self.limits = RateLimits(_rates(config), buckets=SharedBuckets(limits_file))
        self.connections = Connections()
        self.trust = Trust(self.sessions)
        self._passwords = Passwords()
        self._personnel = Personnel(people, cardroom.executor, now)
        self.desk = FrontDesk(
            self._personnel,
            self._passwords,
            self.sessions,
            DeskSettings(guests=config.guests),
            welcome=partial(self.lobby.patrons.first_money, cents=config.guest_money_cents),
            seated=self.lobby.seated,
            plays_at=self.lobby.money_tables_of,
        )
        self.cage_currency = CageCurrency(lambda: self.floor.cage.currency)

    async def begin_request(self, request: Request[object, object, State]) -> None:
        await refuse_what_nobody_reads(request)
        if request.scope["path"].startswith("/api/"):
            with suppress(StoreUnavailable):  # Serve from memory instead.
                await self._cardroom.fresh(request.path_params.get("table"))

    @asynccontextmanager
    async def life(self, _: Litestar) -> AsyncIterator[None]:
        """Start everything, and stop it when the service ends."""
        await self._begin()
        tasks = [
            asyncio.create_task(each)
            for each in (
                _tidy(self._people, self._now),
                _give_up(self.lobby),
                _seal(self._store, self.config.seals, self._now),
                self.floor.keep(),
                self.trust.keep(),
            )
        ]
        yield
        for task in tasks:
            task.cancel()
        await self.floor.rest()
        await self._cardroom.stop(self.relay.end)
        self._passwords.close()
        if self._own_store:
            self._store.close()

    async def _begin(self) -> None:
        await self._cardroom.start()
        if not self._store.database.is_sqlite:
            membership = Membership(self._store, self._owners, self._cardroom.owners_moved)
            await self.relay.begin(membership)
        await self._personnel.take_over(self._store.streams)
        await record_settings(self._cardroom, self.lobby.shelf, self.config)
        if self.config.database == MEMORY:
            await set_up_first_tables(self._cardroom, self.config)
            links = await first_invitations(self._personnel)
            print(welcome(self.config, links).in_words(), flush=True)

    async def let_go(self) -> None:
        """Finish the work under way, and say goodbye on all live connections."""
        self.connections.ending = True
        await self._cardroom.stop(self.relay.end)
        await self.connections.closed()


def _clock(store: SqlStore) -> SteadyClock:
    """Return a clock that never runs behind the end of the log, even if the machine's does."""
    clock = SteadyClock()
    clock.not_before(last_moment(store))
    return clock


async def _tidy(people: People, now: Callable[[], datetime]) -> None:
    """Remove expired sessions and invitations once an hour."""
    while True:
        with suppress(StoreUnavailable):
            await asyncio.to_thread(people.tidy, now())
        await asyncio.sleep(_TIDY_SECONDS)


async def _give_up(lobby: Lobby) -> None:
    """Give up idle practice tables from time to time."""
    while True:
        with suppress(StoreUnavailable):
            await give_up_idle(lobby)
        await asyncio.sleep(_LOOK_SECONDS)


async def _seal(store: SqlStore, file: str, now: Callable[[], datetime]) -> None:
    """Write the log's seal to the file that outsiders copy, once an hour if the log has grown."""
    while file:
        try:
            head = await asyncio.to_thread(store.log_head)
            await asyncio.to_thread(keep, Path(file), PublishedSeal.of(head, now()))
        except (StoreUnavailable, OSError, ValueError) as error:
            logger.error("the seal cannot be kept in %s: %s", file, error)
        await asyncio.sleep(_TIDY_SECONDS)


def _rates(config: Config) -> RateSettings:
    """Allow bursts of a fifth of a minute's requests; an address may serve many people."""
    a_minute = config.rate_limit
    return RateSettings(
        enabled=a_minute > 0,
        address=Rate(max(1, a_minute), max(1, a_minute * 5)),
        person=Rate(max(1, a_minute // 5), max(1, a_minute)),
        login=Rate(config.login_limit, config.login_limit),
        guests=Rate(config.login_limit, config.login_limit),
        invitations=Rate(config.login_limit, config.login_limit),
        practice=Rate(max(1, a_minute // 10), max(1, a_minute // 10)),
    )
