"""The state of a table as bytes, so that a long history need not be told from its beginning.

A snapshot saves time and proves nothing: one that does not fit this version of the program is
dropped, and an audit compares all of them with the replay.
"""

from typing import Any

import msgspec

from .. import __version__
from ..house.model import House, Limits
from ..table.state import Seat, Table
from .chain import canonical, digest
from .records import Store


class Outdated(ValueError):
    """The snapshot is of another version of the program."""


def _type() -> Any:
    """All that a table is but its house, of which only the limits change while it is open."""
    own = [(each.name, each.type) for each in msgspec.structs.fields(Table) if each.name != "house"]
    fields: list[Any] = [("form", str), ("limits", Limits), *own]
    return msgspec.defstruct("Frozen", fields, frozen=True, kw_only=True)


def _form(frozen: Any) -> str:
    """Which version of the program, and which fields it knows."""
    shape = msgspec.json.schema(frozen)
    return f"{__version__} {digest(canonical(shape))[:16]}"


_Frozen = _type()
FORM = _form(_Frozen)


def freeze(table: Table) -> bytes:
    """Between rounds only: what is being settled is not kept."""
    if table.round.settled is not None:
        raise ValueError("a table is frozen between rounds only")
    state = {name: getattr(table, name) for name in table.__struct_fields__ if name != "house"}
    seats = {number: _seat(seat) for number, seat in table.seats.items()}
    return canonical({**state, "seats": seats, "form": FORM, "limits": table.house.limits})


def _seat(seat: Seat) -> dict[str, Any]:
    """Without the bets that were not placed: as a written amount, 0 is refused."""
    data: dict[str, Any] = msgspec.to_builtins(seat)
    for bets in ("wagers", "tokes", "coupons"):
        data[bets] = {name: amount for name, amount in data[bets].items() if amount}
    return data


def thaw(house: House, body: bytes) -> Table:
    """Raises Outdated where another version of the program wrote it."""
    try:
        if msgspec.json.decode(body, type=_OnlyForm).form != FORM:
            raise Outdated("the snapshot is of another version")
        frozen = msgspec.json.decode(body, type=_Frozen)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Outdated(f"the snapshot cannot be read: {error}") from error
    if frozen.limits != house.limits:
        house = msgspec.structs.replace(house, limits=frozen.limits)
    names = (name for name in Table.__struct_fields__ if name != "house")
    return Table(house, **{name: getattr(frozen, name) for name in names})


class _OnlyForm(msgspec.Struct):
    form: str


def latest(store: Store, stream: str, house: House, upto: int | None = None) -> Table | None:
    """The table as its last snapshot (up to a version) has it, if there is one of use."""
    snapshot = store.snapshot(stream, upto)
    if snapshot is None:
        return None
    try:
        return thaw(house, snapshot.body)
    except Outdated:
        return None
