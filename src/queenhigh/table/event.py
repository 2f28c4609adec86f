"""The base of all events.

Events are facts in the past tense, and permanent: never edited, only upcast.
"""

from datetime import UTC, datetime
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

CardTexts = tuple[str, ...]
NEVER = datetime(1, 1, 1, tzinfo=UTC)
Kind = Literal["digital", "physical", "training"]  # Whose cards, whose steps; for good.
Remedy = Literal["continue", "discard", "next_card", "complete", "void", "remove_deck", "halt"]


class Step(msgspec.Struct, frozen=True):
    """One step of the procedure that is due: which, and on what."""

    name: str
    deck: int | None = None
    seat: int | None = None  # 0 is the dealer.
    move: int | None = None  # Index into the dealer's moves of the settlement.


class Event(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"
):
    by: str = ""  # Who and when are stamped on it as it happens.
    at: datetime = NEVER
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] | UnsetType = UNSET  # Clauses that the house does not keep.


_Made = TypeVar("_Made", bound=msgspec.Struct)


def carried_over(kind: type[_Made], source: msgspec.Struct, **more: Any) -> _Made:
    """Make a struct with the source's fields of the same names, and those that are given.

    An event has most of its command's fields; a missing or unknown one raises a TypeError. The
    values are `Any` because mypy cannot compare the fields of two types.
    """
    known = set(kind.__struct_fields__)
    same = {name: getattr(source, name) for name in source.__struct_fields__ if name in known}
    return kind(**(same | more))
