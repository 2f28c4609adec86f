"""The state of a table as bytes, to avoid replaying a long history from its start.

A snapshot saves time and proves nothing: one that does not fit this version of the program is
dropped, and an audit compares all of them with the replay.
"""

import msgspec

from .. import __version__
from ..house.loader import with_settings
from ..house.model import House
from ..house.plain_data import MsgspecType
from ..house.wager import Limits
from ..table.state import Phase, Table
from ..wagers.limits import limit_path
from .chain import canonical, digest
from .records import Store


class Outdated(ValueError):
    """The snapshot is from another version of the program."""


def _type() -> MsgspecType:
    """Build the type of a table's state without the house, in which only the limits can change."""
    own = [(each.name, each.type) for each in msgspec.structs.fields(Table) if each.name != "house"]
    fields = [("form", str), ("limits", dict[str, Limits]), *own]
    return msgspec.defstruct("Frozen", fields, frozen=True, kw_only=True)


def _form(frozen: MsgspecType) -> str:
    """Identify the program version and the fields that it knows."""
    shape = msgspec.json.schema(frozen)
    return f"{__version__} {digest(canonical(shape))[:16]}"


_Frozen = _type()
FORM = _form(_Frozen)


def may_freeze(table: Table) -> bool:
    """Whether the table is between rounds, with no bet placed."""
    return table.phase is Phase.BETTING and not table.bettors() and table.round.settled is None


def freeze(table: Table) -> bytes:
    """Encode a table between rounds; a settlement in progress is not included."""
    if table.round.settled is not None:
        raise ValueError("a table is frozen only between rounds")
    state = {name: getattr(table, name) for name in table.__struct_fields__ if name != "house"}
    return canonical({**state, "form": FORM, "limits": _limits(table.house)})


def _limits(house: House) -> dict[str, Limits]:
    """The limits as written, by spot."""
    return {"ante": house.ante.limits, **{key: each.limits for key, each in house.wagers.items()}}


def thaw(house: House, body: bytes) -> Table:
    """Decode a table. Raises Outdated if another version of the program wrote it."""
    try:
        if msgspec.json.decode(body, type=_OnlyForm).form != FORM:
            raise Outdated("the snapshot is of another version")
        frozen = msgspec.json.decode(body, type=_Frozen)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Outdated(f"the snapshot cannot be read: {error}") from error
    house = _with_limits(house, frozen.limits)
    names = (name for name in Table.__struct_fields__ if name != "house")
    return Table(house, **{name: getattr(frozen, name) for name in names})


def _with_limits(house: House, limits: dict[str, Limits]) -> House:
    """The house with the limits posted at its table."""
    changed: dict[str, object] = {}
    for name, written in _limits(house).items():
        posted = limits.get(name, written)
        for bound in ("minimum_cents", "maximum_cents"):
            if getattr(posted, bound) != getattr(written, bound):
                changed[f"{limit_path(name)}.{bound}"] = getattr(posted, bound)
    return with_settings(house, changed) if changed else house


class _OnlyForm(msgspec.Struct):
    form: str


def latest(store: Store, stream: str, house: House, upto: int | None = None) -> Table | None:
    """The table from its latest usable snapshot, if any, up to a version."""
    snapshot = store.snapshot(stream, upto)
    if snapshot is None:
        return None
    try:
        return thaw(house, snapshot.body)
    except Outdated:
        return None
