"""How often one address, and one person, may ask: buckets that fill up again with time.

An address shares one bucket for everything, and has a small one each for logging in, becoming a
guest and using invitations (the routes name theirs: `opt={"limit": "login"}`). All processes of a
service on one machine share the buckets.
"""

import math
import time
from collections.abc import Callable

import msgspec
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from .client_address import Addresses
from .errors import ServiceError, refusal_to
from .shared_buckets import SharedBuckets


class Rate(msgspec.Struct, frozen=True):
    burst: int
    per_minute: float

    def __post_init__(self) -> None:
        if self.burst < 1 or self.per_minute <= 0:
            raise ValueError("a rate lets at least one through, and fills up again")


class RateSettings(msgspec.Struct, frozen=True, kw_only=True):
    enabled: bool = True
    address: Rate = Rate(burst=600, per_minute=3_000)  # A cardroom behind one router.
    person: Rate = Rate(burst=120, per_minute=600)
    login: Rate = Rate(burst=10, per_minute=10)
    guests: Rate = Rate(burst=10, per_minute=10)
    invitations: Rate = Rate(burst=10, per_minute=10)

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
        """`seconds` is a clock that all processes share, as the system's monotonic one is."""
        self.settings = settings or RateSettings()
        self._seconds, self._buckets = seconds, buckets or SharedBuckets()

    def take(self, limit: str, whose: str) -> None:
        """One more. Raises ServiceError (429, with Retry-After) when the bucket is empty."""
        if not self.settings.enabled:
            return
        wait = self._wait(self.settings.named(limit), (limit, whose))
        if wait > 0:
            headers = {"retry-after": str(math.ceil(wait))}
            message = f"Too many requests: wait {math.ceil(wait)} s."
            raise ServiceError("request/too_many", message, 429, headers=headers)

    def _wait(self, rate: Rate, key: tuple[str, str]) -> float:
        per_second, wait = rate.per_minute / 60, 0.0

        def taken(found: tuple[float, float] | None) -> tuple[float, float]:
            nonlocal wait
            now = self._seconds()
            level, then = found or (float(rate.burst), now)
            level = min(rate.burst, level + max(0.0, now - then) * per_second)
            wait = 0.0 if level >= 1 else (1 - level) / per_second
            return (level - 1 if level >= 1 else level), now

        self._buckets.change(key, taken)
        return wait


class AddressLimit(ASGIMiddleware):
    """Before anything is looked up; also what a route's own `limit` names."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, limits: RateLimits, addresses: Addresses) -> None:
        self.limits, self.addresses = limits, addresses

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        address = self.addresses.caller(scope).address
        limit = scope["route_handler"].opt.get("limit")
        try:
            self.limits.take("address", address)
            if limit is not None:
                self.limits.take(limit, address)
        except ServiceError as error:
            raise refusal_to(scope, error) from None
        await next_app(scope, receive, send)


class PersonLimit(ASGIMiddleware):
    """After Authentication: a person has one bucket, however many sessions and tokens."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    def __init__(self, limits: RateLimits) -> None:
        self.limits = limits

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        person = scope.get("user")
        if person is not None:
            try:
                self.limits.take("person", person.name)
            except ServiceError as error:
                raise refusal_to(scope, error) from None
        await next_app(scope, receive, send)
