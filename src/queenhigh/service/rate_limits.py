"""Rate limits per address and per person: token buckets that refill over time.

An address has one bucket for everything, and a small one each for logging in, becoming a guest and
using invitations (the routes name theirs: `opt={"limit": "login"}`). All processes of a service on
one machine share the buckets.
"""

import math
import time
from collections.abc import Callable
from typing import Final

import msgspec
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .client_address import Addresses
from .errors import ServiceError, refusal_to
from .rate_limit_buckets import SharedBuckets

_LEFT: Final = "rate_limit_left"  # Key in the request's state.


class Rate(msgspec.Struct, frozen=True):
    burst: int
    per_minute: float

    def __post_init__(self) -> None:
        if self.burst < 1 or self.per_minute <= 0:
            raise ValueError("a rate needs a burst of at least 1 and a positive refill")


class RateSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: bool = True
    address: Rate = Rate(burst=600, per_minute=3_000)  # A cardroom behind one router.
    person: Rate = Rate(burst=120, per_minute=600)
    login: Rate = Rate(burst=10, per_minute=10)
    guests: Rate = Rate(burst=10, per_minute=10)
    invitations: Rate = Rate(burst=10, per_minute=10)
    practice: Rate = Rate(burst=60, per_minute=60)

    def named(self, limit: str) -> Rate:
        if limit not in self.__struct_fields__ or limit == "enabled":
            raise ValueError(f"no limit is called {limit!r}")
        rate: Rate = getattr(self, limit)
        return rate


class RateLimits:
    def __init__(
        self,
        settings: RateSettings | None = None,
        seconds: Callable[[], float] = time.monotonic,
        buckets: SharedBuckets | None = None,
    ) -> None:
        """`seconds` is a clock that all processes share, such as the system's monotonic clock."""
        self.settings = settings or RateSettings()
        self._seconds, self._buckets = seconds, buckets or SharedBuckets()

    def take(self, limit: str, whose: str) -> "Left | None":
        """Take one request from the bucket and return what is left, or None if limits are off.

        Raises ServiceError (429, with Retry-After) if the bucket is empty.
        """
        if not self.settings.enabled:
            return None
        rate = self.settings.named(limit)
        wait, level = self._taken(rate, (limit, whose))
        left = Left(rate.burst, int(level), math.ceil((rate.burst - level) * 60 / rate.per_minute))
        if wait > 0:
            headers = {"retry-after": str(math.ceil(wait)), **left.headers()}
            message = f"Too many requests: wait {math.ceil(wait)} s."
            raise ServiceError("request/too_many", message, 429, headers=headers)
        return left

    def _taken(self, rate: Rate, key: tuple[str, str]) -> tuple[float, float]:
        """The seconds to wait for the next request, and what is left in the bucket."""
        per_second, wait, left = rate.per_minute / 60, 0.0, 0.0

        def taken(found: tuple[float, float] | None) -> tuple[float, float]:
            nonlocal wait, left
            now = self._seconds()
            level, then = found or (float(rate.burst), now)
            level = min(rate.burst, level + max(0.0, now - then) * per_second)
            wait = 0.0 if level >= 1 else (1 - level) / per_second
            left = level - 1 if level >= 1 else level
            return left, now

        self._buckets.change(key, taken)
        return wait, left


class Left(msgspec.Struct, frozen=True):
    """What a bucket has left after a request."""

    limit: int  # The size of a full bucket.
    remaining: int
    full_in_seconds: int

    def headers(self) -> dict[str, str]:
        return {
            "ratelimit-limit": str(self.limit),
            "ratelimit-remaining": str(self.remaining),
            "ratelimit-reset": str(self.full_in_seconds),
        }


def _note(scope: Scope, left: Left | None) -> None:
    """Remember the emptiest of several buckets, to report it."""
    known: Left | None = scope["state"].get(_LEFT)
    if left is not None and (known is None or left.remaining < known.remaining):
        scope["state"][_LEFT] = left


async def tell_what_is_left(message: Message, scope: Scope) -> None:
    """Add the rate-limit headers to every answer before it is sent."""
    left: Left | None = scope["state"].get(_LEFT)
    if left is not None and message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in left.headers().items():
            headers.setdefault(name, value)


class AddressLimit(ASGIMiddleware):
    """Limits addresses before anything is looked up; also applies the route's own `limit`."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, limits: RateLimits, addresses: Addresses) -> None:
        self.limits, self.addresses = limits, addresses

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        address = self.addresses.caller(scope).address
        limit = scope["route_handler"].opt.get("limit")
        try:
            _note(scope, self.limits.take("address", address))
            if limit is not None:
                _note(scope, self.limits.take(limit, address))
        except ServiceError as error:
            raise refusal_to(scope, error) from None
        await next_app(scope, receive, send)


class PersonLimit(ASGIMiddleware):
    """Limits each person, after Authentication: one bucket for all sessions and tokens."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, limits: RateLimits) -> None:
        self.limits = limits

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        person = scope.get("user")
        if person is not None:
            try:
                _note(scope, self.limits.take("person", person.name))
            except ServiceError as error:
                raise refusal_to(scope, error) from None
        await next_app(scope, receive, send)
