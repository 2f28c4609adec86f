"""The application: its routes, their shared dependencies, and its startup and shutdown."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, Router
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, ControllerRouterHandler, Message, Receive, Scope, Send

from .. import __version__
from ..house.errors import HouseError
from ..store.deck_seal import deck_sealer_from
from ..store.floor_reports import last_moment
from ..store.keys import Person
from ..store.people import People
from ..store.records import StoreUnavailable
from ..store.seals import PublishedSeal, keep
from ..store.sql import SqlStore
from ..store.store_address import open_store
from ..wire.messages import ErrorBody
from .allowed_hosts import AllowedHosts
from .api_description import ABOUT, ApiDescription, asyncapi
from .api_responses import ApiResponses
from .asker import Askers
from .cardroom import Cardroom
from .client_address import Addresses
from .config import MEMORY, Config
from .errors import ERROR_RESPONSES, EXCEPTION_HANDLERS, ServiceError, as_response
from .floor_view import FloorView
from .houses.book_routes import Books
from .houses.routes import Houses
from .houses.shelf import Shelf
from .metrics import Metrics
from .money.routes import Money
from .notices.notice_feed import live_notices
from .owners import Membership, Owners
from .people.membership import DeskSettings, FrontDesk, first_invitations
from .people.passwords import Passwords
from .people.personnel import Personnel
from .people.routes import CONTROLLERS as PEOPLE
from .people.routes import SECURITY
from .people.session_trust import Trust
from .people.sessions import Authentication, Sessions, SessionSettings
from .rate_limits import (
    AddressLimit,
    PersonLimit,
    Rate,
    RateLimits,
    RateSettings,
    tell_what_is_left,
)
from .readiness import ReadyWriter
from .request_scope import CageCurrency
from .rights import needs
from .school.routes import School
from .server import prepare, welcome
from .settings_record import record_settings
from .shared_buckets import FILE_VARIABLE, SharedBuckets
from .shutdown import Connections, on_being_asked_to_stop
from .site import Headers, folder_of, nothing_to_change, site
from .steady_clock import SteadyClock
from .strict_request import StrictRequest, refuse_what_nobody_reads
from .structured_log import set_up_logging
from .system_routes import System
from .tables.floor_routes import CONTROLLERS as FLOOR
from .tables.floor_routes import Floor
from .tables.live_socket import live
from .tables.lobby import Lobby
from .tables.practice_tables import give_up_idle
from .tables.relay import Relay
from .tables.room_feed import live_lobby, live_pit
from .tables.routes import Practice, Tables
from .tables.shoe_routes import Shoe
from .versioned_app import VersionedApp

logger = logging.getLogger(__name__)
_TIDY_SECONDS = 3_600
_LOOK_SECONDS = 300
_LARGEST_REQUEST = 256 * 1024


class AccessLog(ASGIMiddleware):
    """Counts and times each request by its route, never by its actual path or content."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        began, status, method = time.perf_counter(), 500, str(scope.get("method", ""))

        async def seen(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await next_app(scope, receive, seen)
        finally:
            route = str(scope.get("path_template", "")) or "?"
            milliseconds = round((time.perf_counter() - began) * 1000, 2)
            self.metrics.requests.labels(method, route, str(status)).inc()
            fields = {"method": method, "route": route, "status": status,
                      "ms": milliseconds}  # fmt: skip
            logger.debug("request", extra={"fields": fields})


def make_app(
    config: Config,
    store: SqlStore | None = None,
    now: Callable[[], datetime] | None = None,
    *,
    own_process: bool = False,
) -> Litestar:
    """Build the service on a store of its own, or on the given one.

    `own_process`: the process is a granian worker, and stops on a signal.
    """
    set_up_logging(config.log_level)
    kept = store or open_store(config.database)
    now = now or _clock(kept)
    metrics = Metrics()
    writer = ReadyWriter(kept)
    sealer = None if config.database == MEMORY else deck_sealer_from(os.environ)
    owners = Owners()
    cardroom = Cardroom(kept, now=now, metrics=metrics, writer=writer, sealer=sealer, owners=owners)
    floor = FloorView(kept, cardroom)
    people = People(kept.database)
    lobby = Lobby(cardroom, Shelf(kept, config.books), floor, people)
    relay = Relay(lobby)
    addresses = Addresses(config.trusted_proxies, [config.address] if config.address else [])
    idle = timedelta(hours=config.session_hours)
    secure = True if config.address.startswith("https://") else None
    sessions = Sessions(people, addresses, SessionSettings(idle=idle, secure=secure), now)
    buckets = SharedBuckets(os.environ.get(FILE_VARIABLE) if own_process else None)
    limits = RateLimits(_rates(config), buckets=buckets)
    connections = Connections()
    trust = Trust(sessions)
    passwords = Passwords()

    async def first_money(person: Person) -> None:
        """Grant play money, so that every player can practise."""
        if person.role == "player":
            await lobby.grant(person.name, config.guest_money_cents)

    async def has_money(name: str) -> bool:
        at_tables = any(each.stakes == "money" and each.cents for each in lobby.seats_of(name))
        return at_tables or await lobby.balance(name, play_money=False) > 0

    personnel = Personnel(people, cardroom.executor, now)
    desk = FrontDesk(
        personnel,
        passwords,
        sessions,
        DeskSettings(guests=config.guests),
        welcome=first_money,
        seated=lobby.seated,
        has_money=has_money,
    )

    async def let_go() -> None:
        connections.ending = True
        await cardroom.stop(relay.end)
        await connections.closed()

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        if own_process:
            on_being_asked_to_stop(let_go)
        await cardroom.start()
        if not kept.database.is_sqlite:
            await relay.begin(Membership(kept, owners, cardroom.owners_moved))
        await personnel.take_over(kept.streams)
        await record_settings(cardroom, lobby.shelf, config)
        if config.database == MEMORY:
            await prepare(cardroom, config)
            links = await first_invitations(personnel)
            print(welcome(config, links).in_words(), flush=True)
        tidying = asyncio.create_task(_tidy(people, now))
        giving_up = asyncio.create_task(_give_up(lobby))
        sealing = asyncio.create_task(_seal(kept, config.seals, now))
        following = asyncio.create_task(floor.keep())
        trusting = asyncio.create_task(trust.keep())
        yield
        tidying.cancel()
        sealing.cancel()
        giving_up.cancel()
        following.cancel()
        trusting.cancel()
        await floor.rest()
        await cardroom.stop(relay.end)
        passwords.close()
        if store is None:
            kept.close()

    async def begin_request(request: Request[Any, Any, Any]) -> None:
        await refuse_what_nobody_reads(request)
        if request.scope["path"].startswith("/api/"):
            with suppress(StoreUnavailable):  # Serve what is in memory instead.
                await cardroom.fresh(request.path_params.get("table"))

    shared: dict[str, Any] = {
        "lobby": lobby, "config": config, "metrics": metrics, "desk": desk, "sessions": sessions,
        "floor": floor, "limits": limits, "connections": connections, "trust": trust,
        "relay": relay, "writer": writer,
        "cage_currency": CageCurrency(lambda: floor.cage.currency),
    }  # fmt: skip
    routes: list[ControllerRouterHandler] = [
        *PEOPLE, Tables, Shoe, Practice, Houses, Books, Floor, *FLOOR, Money, School, System, live,
        live_lobby, live_pit, live_notices,
        site(folder_of(config.web)), nothing_to_change,
    ]  # fmt: skip
    app = VersionedApp(
        route_handlers=routes,
        dependencies={name: Provide(_given(each), use_cache=True) for name, each in shared.items()},
        exception_handlers={**EXCEPTION_HANDLERS, HouseError: _bad_house},
        lifespan=[life],
        middleware=[
            AccessLog(metrics),
            AllowedHosts(config.hosts, config.address),
            AddressLimit(limits, addresses),
            Authentication(sessions),
            PersonLimit(limits),
            ApiResponses(),
            Askers(),
        ],
        before_send=[Headers(addresses, secure=secure), tell_what_is_left],
        request_class=StrictRequest,
        before_request=begin_request,
        request_max_body_size=_LARGEST_REQUEST,
        openapi_config=OpenAPIConfig(
            title="Queenhigh",
            version=__version__,
            description=ABOUT,
            render_plugins=[ApiDescription()],
            components=SECURITY,
            use_handler_docstrings=True,
            openapi_router=Router(
                "/schema",
                route_handlers=[asyncapi],
                guards=[needs("site.see")],
                include_in_schema=False,
            ),
        ),
    )
    _describe_errors(app)
    return app


def _clock(store: SqlStore) -> SteadyClock:
    """Return a clock that never runs behind the end of the log, even if the machine's does."""
    clock = SteadyClock()
    clock.not_before(last_moment(store))
    return clock


def _describe_errors(app: Litestar) -> None:
    """Add the common error responses to the description of every operation."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.responses = {**ERROR_RESPONSES, **(handler.responses or {})}


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


def _given(value: Any) -> Callable[[], Any]:
    async def provide() -> Any:
        return value

    return provide


def _bad_house(request: Request[Any, Any, Any], error: HouseError) -> Response[ErrorBody]:
    """Report an invalid house with the setting at fault and the clause that forbids it."""
    problem = error.problems[0]
    told = ServiceError(
        "house/invalid", problem.message, 400, clauses=problem.cites, path=problem.key
    )
    return as_response(request, told)
