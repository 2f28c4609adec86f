"""The base of all events.

Events are facts in the past tense, and permanent: never edited, only upcast.
"""

from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from ..house.plain_data import Document

CardTexts = tuple[str, ...]
NEVER = datetime(1, 1, 1, tzinfo=UTC)
Kind = Literal["digital", "physical", "training"]  # Fixed for a table's lifetime.
Fields = dict[str, Any]  # Of a struct, by name: mypy cannot compare their types.
WrittenCommand = Document  # As in the log; its "type" says what it is.
Remedy = Literal["continue", "discard", "next_card", "complete", "void", "remove_deck", "halt"]


class Step(msgspec.Struct, frozen=True, gc=False):
    """One due step of the procedure, and what it concerns."""

    name: str
    deck: int | None = None
    seat: int | None = None  # 0 is the dealer.
    move: int | None = None  # Index into the dealer's moves of the settlement.


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    gc=False,  # Events and states are trees: the garbage collector need not look for cycles.
):
    by: str = ""  # Who and when are stamped on it as it happens.
    at: datetime = NEVER
    clauses: tuple[str, ...] = ()
    departs_from: tuple[str, ...] | UnsetType = UNSET  # Clauses that the house departs from.
