"""A gaming day's slips, inventories and drop boxes, from the log."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final, Literal, TypedDict

import msgspec

from ...floor.table_incidents import Happening
from ...money.stream import table_stream
from ...store.projections import event_of
from ...store.records import Store
from ...table import events as e
from ...table.denominations import Stacks, total_cents
from ...table.event import WrittenCommand
from ...table.request_words import signers_in_words
from ...table.state import Request
from ..people.display_names import spoken
from ..tables.running_table import Running

SlipKind = Literal["fill", "credit", "drop", "inventory", "drop_count"]
State = Literal["waiting", "done", "void"]

_KINDS: Final[dict[str, SlipKind]] = {
    "fill_tray": "fill",
    "credit_tray": "credit",
    "take_drop_box": "drop",
    "count_tray": "inventory",
    "count_drop": "drop_count",
}
_HAPPENED: Final = ("filled", "credited", "box_taken", "counted", "box_counted", "slip_void")


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of paper. An inventory has no number; a drop has that of its box."""

    table: str
    currency: str
    kind: SlipKind
    state: State
    number: int | None = None
    inventory: str = ""  # opening, shift, closing.
    cents: int = 0  # The amount on the paper, moved or counted.
    expected: int | None = None  # For a count: the amount according to the books.
    stacks: Stacks = ()  # Chips or notes by value.
    runner: str = ""
    signed: tuple[str, ...] = ()  # The person who requested it comes first.
    missing: tuple[e.Signature, ...] = ()
    signers: str = ""  # Whose signatures are missing, in words.
    request: int | None = None  # While it waits for signatures.
    at: datetime | None = None
    version: int | None = None  # Its position in the table's log.
    reason: str = ""  # Why it is void.


class _Wished(TypedDict):
    kind: SlipKind
    inventory: str
    cents: int
    stacks: Stacks
    runner: str


class _About(TypedDict):
    table: str
    currency: str
    state: State
    at: datetime
    version: int


def waiting(running: Running) -> Iterator[Slip]:
    for number, request in running.table.requests.items():
        if request.command["type"] in _KINDS:
            yield _asked(running, number, request)


def _asked(running: Running, number: int, request: Request) -> Slip:
    wish = request.command
    return Slip(
        table=running.id,
        currency=running.table.house.currency,
        state="waiting",
        number=wish.get("box") or request.slip or None,
        signed=request.signed,
        missing=request.missing,
        signers=signers_in_words(request.missing, spoken),
        request=number,
        **_wished(wish),
    )


def _wished(wish: WrittenCommand) -> _Wished:
    stacks = msgspec.convert(wish.get("chips") or wish.get("notes") or [], Stacks)
    return {
        "kind": _KINDS[wish["type"]],
        "inventory": wish.get("inventory", ""),
        "cents": total_cents(stacks),
        "stacks": stacks,
        "runner": wish.get("runner", ""),
    }


def done(store: Store, happenings: Iterable[Happening], houses: dict[str, str]) -> Iterator[Slip]:
    """The completed slips; `houses` has the currency of each table."""
    for each in happenings:
        if each.kind in _HAPPENED and each.table in houses:
            stream = table_stream(each.table)
            for record in store.records(stream, each.version, each.version + 1):
                event = event_of(stream, record.version, record.event)
                if (slip := _of(event, each, houses[each.table])) is not None:
                    yield slip


def _of(event: object, each: Happening, currency: str) -> Slip | None:
    about: _About = {
        "table": each.table,
        "currency": currency,
        "state": "done",
        "at": each.at,
        "version": each.version,
    }
    match event:
        case e.TrayFilled() | e.TrayCredited():
            return Slip(
                kind="fill" if isinstance(event, e.TrayFilled) else "credit",
                number=event.slip or None,
                cents=event.cents,
                stacks=event.chips or (),
                runner=event.runner or "",
                signed=event.signed or (event.by,),
                **about,
            )
        case e.DropBoxTaken():
            number, signed = event.slip, event.signed
            return Slip(kind="drop", number=number, cents=event.cents, signed=signed, **about)
        case e.TrayCounted():
            return Slip(
                kind="inventory",
                inventory=event.inventory or "",
                cents=event.counted,
                expected=event.expected,
                stacks=event.chips or (),
                signed=(event.by, event.witness),
                **about,
            )
        case e.DropCounted():
            return Slip(
                kind="drop_count",
                number=event.box,
                cents=event.counted,
                expected=event.expected,
                stacks=event.notes,
                signed=(event.by, *([event.witness] if event.witness else [])),
                **about,
            )
        case e.RequestDeclined():
            if not isinstance(event.command, dict) or event.command["type"] not in _KINDS:
                return None
            about["state"] = "void"
            return Slip(
                number=event.slip or None,
                reason=event.reason,
                signed=(event.command["by"],),
                **about,
                **_wished(event.command),
            )
        case _:
            return None
