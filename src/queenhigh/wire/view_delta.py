"""The difference between two views of a table, and its application to a view."""

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, UnsetType

from ..house.plain_data import Document
from ..table.event import Fields
from ..table.views import SeatView, TableView

_encode = msgspec.json.Encoder().encode
View = Document  # A view as it is in JSON, or what changed in it.


def _fields(kind: type[msgspec.Struct], *but: str) -> list[tuple[str, object, object]]:
    """Every field of it, absent where it has not changed."""
    fields = msgspec.structs.fields(kind)
    return [(each.name, each.type | UnsetType, UNSET) for each in fields if each.name not in but]


if TYPE_CHECKING:
    SeatDelta = SeatView
    ViewDelta = TableView
else:
    SeatDelta = msgspec.defstruct(
        "SeatDelta",
        [("seat", int), *_fields(SeatView, "seat")],
        module=__name__,
        namespace={"__doc__": "A seat: what changed there, or all of it where somebody sat down."},
    )
    ViewDelta = msgspec.defstruct(
        "ViewDelta",
        [
            *_fields(TableView, "seats"),
            ("seats", list[SeatDelta] | UnsetType, UNSET),
            ("gone", list[int] | UnsetType, UNSET),
        ],
        module=__name__,
        namespace={"__doc__": "The fields of a view that changed; seats by number, gone if free."},
    )


_HAND = ("cards", "hand")


def difference(
    before: TableView, after: TableView, opened: Collection[int] = frozenset()
) -> ViewDelta:
    """What has changed, with the hands of the seats that were `opened`.

    Some viewers knew these hands already, and all see the same of them from now on.
    """
    found = _changed(before, after)
    if opened or "seats" in found:
        known = {seat.seat: seat for seat in before.seats}
        there = {seat.seat for seat in after.seats}
        seats = [
            seat_changed(known.get(seat.seat), seat, _HAND if seat.seat in opened else ())
            for seat in after.seats
        ]
        found["seats"] = [seat for seat in seats if seat is not None] or UNSET
        found["gone"] = [number for number in known if number not in there] or UNSET
    return ViewDelta(**found)


class EncodedDelta:
    """A difference in pieces that are encoded once, for viewers who see some seats differently."""

    def __init__(self, delta: ViewDelta):
        self._delta = delta

    @cached_property
    def _whole(self) -> msgspec.Raw:
        return _raw(self._delta)

    @cached_property
    def _pieces(self) -> tuple[Fields, dict[int, msgspec.Raw]]:
        """The fields, and the seats by number."""
        told = {name: getattr(self._delta, name) for name in self._delta.__struct_fields__}
        seats = told.pop("seats")
        fields = {name: _raw(now) for name, now in told.items() if now is not UNSET}
        return fields, {} if seats is UNSET else {each.seat: _raw(each) for each in seats}

    def encoded(self, own: dict[int, SeatDelta | None]) -> msgspec.Raw:
        """With what has changed at these seats to one viewer; None: nothing."""
        if not own:
            return self._whole
        fields, others = self._pieces
        seats = {**others, **{seat: each and _raw(each) for seat, each in own.items()}}
        # `Any`: seats that are encoded already.
        told: Any = [seats[number] for number in sorted(seats) if seats[number]] or UNSET
        return _raw(ViewDelta(**fields, seats=told))


def _raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_encode(value))


def seat_changed(
    before: SeatView | None, after: SeatView, always: tuple[str, ...] = ()
) -> SeatDelta | None:
    """What has changed at a seat, with the fields that are always told."""
    if before == after and not always:
        return None
    changed = _changed(before, after) if before else msgspec.structs.asdict(after)
    for name in always:
        changed[name] = getattr(after, name)
    return SeatDelta(**{"seat": after.seat, **changed}) if changed else None


def _changed(before: msgspec.Struct, after: msgspec.Struct) -> Fields:
    both = zip(msgspec.structs.astuple(before), msgspec.structs.astuple(after), strict=True)
    return {
        name: now
        for name, (was, now) in zip(after.__struct_fields__, both, strict=True)
        if was is not now and was != now
    }


def applied(view: View, delta: View) -> View:
    """The view after a change, both as they are in JSON. The browser does the same."""
    seats = {seat["seat"]: seat for seat in view["seats"]}
    for number in delta.get("gone", ()):
        del seats[number]
    for seat in delta.get("seats", ()):
        seats[seat["seat"]] = seats.get(seat["seat"], {}) | seat
    now = view | delta | {"seats": [seats[number] for number in sorted(seats)]}
    now.pop("gone", None)
    return now
