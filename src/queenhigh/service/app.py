"""The application: its routes, and the layers that every request passes through."""

import logging
import time
from collections.abc import Callable

from litestar import Litestar, Request, Response, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, ControllerRouterHandler, Message, Receive, Scope, Send

from .. import __version__
from ..house.errors import HouseError
from ..store.sql import SqlStore
from ..wire.messages import ErrorBody
from .allowed_hosts import AllowedHosts
from .api_description import ABOUT, ApiDescription, asyncapi
from .api_responses import ApiResponses
from .config import Config
from .errors import ERROR_RESPONSES, EXCEPTION_HANDLERS, ServiceError, as_response
from .houses.book_routes import Books
from .houses.routes import Houses
from .metrics import Metrics
from .money.money_feed import live_cage, live_purse
from .money.routes import Money
from .notices.notice_feed import live_notices
from .people.routes import CONTROLLERS as PEOPLE
from .people.routes import SECURITY
from .people.sessions import Authentication
from .rate_limits import AddressLimit, PersonLimit, tell_what_is_left
from .rights import needs
from .running_service import RunningService
from .school.routes import School
from .site import folder_of, nothing_to_change, site
from .strict_request import StrictRequest
from .structured_log import set_up_logging
from .system_routes import System
from .tables.floor_routes import CONTROLLERS as FLOOR
from .tables.floor_routes import Floor
from .tables.live_socket import live
from .tables.room_feed import live_lobby, live_pit
from .tables.routes import Practice, Tables
from .tables.shoe_routes import Shoe
from .versioned_app import VersionedApp
from .waiting_client import ConnectionAtHand

logger = logging.getLogger(__name__)
_LARGEST_REQUEST = 256 * 1024
# Attributes of RunningService that a handler receives by parameter name.
_SHARED = (
    "lobby", "config", "metrics", "desk", "sessions", "floor", "limits", "connections", "trust",
    "relay", "writer", "cage_currency",
)  # fmt: skip


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


def make_app(config: Config, store: SqlStore | None = None) -> Litestar:
    """Build the service; see RunningService."""
    return application(RunningService(config, store))


def application(parts: RunningService) -> Litestar:
    set_up_logging(parts.config.log_level)
    routes: list[ControllerRouterHandler] = [
        *PEOPLE, Tables, Shoe, Practice, Houses, Books, Floor, *FLOOR, Money, School, System, live,
        live_lobby, live_pit, live_notices, live_purse, live_cage,
        site(folder_of(parts.config.web)), nothing_to_change,
    ]  # fmt: skip
    app = VersionedApp(
        route_handlers=routes,
        dependencies={name: Provide(_shared(parts, name), use_cache=True) for name in _SHARED},
        exception_handlers={**EXCEPTION_HANDLERS, HouseError: _bad_house},
        lifespan=[parts.life],
        middleware=middleware(parts),
        before_send=[parts.headers, tell_what_is_left],
        request_class=StrictRequest,
        before_request=parts.begin_request,
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


def middleware(parts: RunningService) -> list[ASGIMiddleware]:
    """The layers that every request passes through, in this order."""
    return [
        AccessLog(parts.metrics),
        AllowedHosts(parts.config.hosts, parts.config.address),
        AddressLimit(parts.limits, parts.addresses),
        Authentication(parts.sessions),
        PersonLimit(parts.limits),
        ApiResponses(),
        ConnectionAtHand(),
    ]


def _describe_errors(app: Litestar) -> None:
    """Add the common error responses to the description of every operation."""
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            for handler in route.route_handlers:
                handler.responses = {**ERROR_RESPONSES, **(handler.responses or {})}


def _shared(parts: RunningService, name: str) -> Callable[[], object]:
    async def provide() -> object:
        return getattr(parts, name)

    return provide


def _bad_house(request: Request[object, object, State], error: HouseError) -> Response[ErrorBody]:
    """Report an invalid house with the setting at fault and the clause that forbids it."""
    problem = error.problems[0]
    told = ServiceError(
        "house/invalid", problem.message, 400, clauses=problem.cites, path=problem.key
    )
    return as_response(request, told)
