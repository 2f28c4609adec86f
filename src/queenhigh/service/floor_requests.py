"""What the floor's routes have in common: requests with an id, days, and answers."""

from datetime import date, datetime
from typing import Annotated, Protocol, TypedDict

import msgspec
from litestar.params import PathParameter, QueryParameter

from ..wire.requests import PRINTED, Identity
from .errors import ServiceError
from .floor_view import FloorView
from .request_scope import Asked
from .rights import speaker
from .tables.lobby import Lobby

_FIRST, _LAST = date(1990, 1, 1), date(2990, 1, 1)

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=4_000, pattern=PRINTED)]
Remark = Annotated[str, msgspec.Meta(max_length=4_000, pattern=PRINTED)]  # It may be left out.
Short = Annotated[str, msgspec.Meta(max_length=200, pattern=PRINTED)]
Cents = Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
Day = Annotated[date | None, QueryParameter(description="A gaming day; by default the last one.")]
TableNamed = Annotated[str, PathParameter(description="The table's id.", max_length=64)]
PatronNamed = Annotated[str, PathParameter(description="The patron's name.", max_length=64)]


class Wish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sent twice with the same id, it acts once."""

    id: Annotated[Identity, msgspec.Meta(examples=["6f1c8a"])] = ""


class Who(TypedDict):
    """The common fields of a command: its giver, time and id."""

    by: str
    at: datetime
    id: str


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


def who(request: Asked, place: FloorView | Lobby, wish: _HasId) -> Who:
    """Fill in the common fields; the name comes from the session, never from the client."""
    return Who(by=speaker(request.user), at=place.cardroom.now(), id=wish.id)


def checked(day: date, path: str = "day") -> date:
    """Return the day if it is within the range of gaming days; raise ServiceError if not."""
    if not _FIRST <= day <= _LAST:
        raise ServiceError("request/invalid", f"{path}: not a gaming day.", 400, path=path)
    return day
