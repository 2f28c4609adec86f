"""Uploaded rule books: each edition is a draft until a second person approves it.

All editions are in one stream of the log, `books:shelf`, with the files as uploaded, so that the
rules a table was opened with can be read again. A table keeps the edition it was opened with: its
own log contains the house.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal

import msgspec

from ..house.plain_data import carried_over
from ..table.commands import Command, type_of
from ..table.events import Event
from ..table.refusal import Refusal
from ..table.roles import Actor
from .refusal import FloorRefusal, refuse

STREAM: Final = "books:shelf"
State = Literal["draft", "approved", "rejected", "superseded", "withdrawn"]

# One role uploads, the other approves: no table runs by rules that only one person has seen.
_PAIR: Final = ("administrator", "management")


class HouseNamed(msgspec.Struct, frozen=True):
    key: str
    name: str


# Commands


class UploadBook(Command, frozen=True, tag="upload_book"):
    """The files of a book's folder, by name."""

    book: str
    title: str
    houses: tuple[HouseNamed, ...]
    files: dict[str, str]
    note: str = ""


class ApproveBook(Command, frozen=True, tag="approve_book"):
    book: str
    version: int


class RejectBook(Command, frozen=True, tag="reject_book"):
    book: str
    version: int
    reason: str


class WithdrawBook(Command, frozen=True, tag="withdraw_book"):
    """No new table can be opened with it; open tables keep it."""

    book: str
    version: int
    reason: str


AnyBookCommand = UploadBook | ApproveBook | RejectBook | WithdrawBook


# Events


class BookUploaded(Event, frozen=True, tag="book_uploaded"):
    book: str
    version: int
    title: str
    houses: tuple[HouseNamed, ...]
    files: dict[str, str]
    note: str


class BookApproved(Event, frozen=True, tag="book_approved"):
    book: str
    version: int


class BookRejected(Event, frozen=True, tag="book_rejected"):
    book: str
    version: int
    reason: str


class BookWithdrawn(Event, frozen=True, tag="book_withdrawn"):
    book: str
    version: int
    reason: str


AnyBookEvent = BookUploaded | BookApproved | BookRejected | BookWithdrawn


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """One upload of a book, and its state."""

    uploaded: BookUploaded
    state: State = "draft"
    decided_by: str = ""
    decided_at: datetime | None = None
    reason: str = ""

    @property
    def id(self) -> tuple[str, int]:
        return self.uploaded.book, self.uploaded.version


Editions = dict[tuple[str, int], Edition]  # In upload order.


def follow_editions(editions: Editions, events: Iterable[AnyBookEvent]) -> Editions:
    found = dict(editions)
    for event in events:
        key = event.book, event.version
        match event:
            case BookUploaded():
                found[key] = Edition(uploaded=event)
            case BookApproved():
                for other, edition in found.items():
                    if other[0] == event.book and edition.state == "approved":
                        found[other] = msgspec.structs.replace(edition, state="superseded")
                found[key] = _decided(found[key], "approved", event)
            case BookRejected():
                found[key] = _decided(found[key], "rejected", event, event.reason)
            case BookWithdrawn():
                found[key] = _decided(found[key], "withdrawn", event, event.reason)
    return found


def _decided(edition: Edition, state: State, event: Event, reason: str = "") -> Edition:
    return msgspec.structs.replace(
        edition, state=state, decided_by=event.by, decided_at=event.at, reason=reason
    )


def offered(editions: Editions) -> list[Edition]:
    """The editions that tables can be opened with: at most one per book."""
    return [edition for edition in editions.values() if edition.state == "approved"]


def decide_book(
    editions: Editions, command: AnyBookCommand, taken: Iterable[str] = ()
) -> Refusal | list[AnyBookEvent]:
    """Decide a command. `taken` are the house keys used outside this book."""
    role, name = Actor.parse(command.by)
    if role not in _PAIR or not name:
        message = "Rule books are uploaded and approved by an administrator and by management."
        return refuse(FloorRefusal.BOOK_NOT_YOURS, message)
    if isinstance(command, UploadBook):
        return _upload(editions, command, taken)
    edition = editions.get((command.book, command.version))
    if edition is None:
        message = f"There is no version {command.version} of a book {command.book}."
        return refuse(FloorRefusal.NO_SUCH_BOOK, message)
    match command:
        case ApproveBook():
            return _approve(edition, command, taken)
        case RejectBook() | WithdrawBook():
            return _take_out(edition, command)


def _upload(
    editions: Editions, command: UploadBook, taken: Iterable[str]
) -> Refusal | list[AnyBookEvent]:
    if not command.files or not command.houses:
        return refuse(FloorRefusal.BOOK_EMPTY, "A book has files, and at least one house.")
    if refusal := _refuse_taken(command.houses, taken):
        return refusal
    versions = [version for book, version in editions if book == command.book]
    return [carried_over(BookUploaded, command, version=max(versions, default=0) + 1)]


def _refuse_taken(houses: Iterable[HouseNamed], taken: Iterable[str]) -> Refusal | None:
    known = set(taken)
    for house in houses:
        if house.key in known:
            message = f"There is already a house {house.key}: give this one another key."
            return refuse(FloorRefusal.BOOK_KEY_TAKEN, message)
    return None


def _approve(
    edition: Edition, command: ApproveBook, taken: Iterable[str]
) -> Refusal | list[AnyBookEvent]:
    if edition.state != "draft":
        message = f"This version is {edition.state}; only a draft can be approved."
        return refuse(FloorRefusal.BOOK_NOT_A_DRAFT, message)
    uploader, approver = Actor.parse(edition.uploaded.by), Actor.parse(command.by)
    if uploader[1] == approver[1]:
        return refuse(FloorRefusal.BOOK_OWN, "Somebody else must approve what you have uploaded.")
    if uploader[0] == approver[0]:
        other = next(role for role in _PAIR if role != uploader[0])
        message = f"{uploader[0].capitalize()} uploaded this: {other} must approve it."
        return refuse(FloorRefusal.BOOK_OWN, message)
    if refusal := _refuse_taken(edition.uploaded.houses, taken):
        return refusal
    return [carried_over(BookApproved, command)]


def _take_out(edition: Edition, command: RejectBook | WithdrawBook) -> Refusal | list[AnyBookEvent]:
    wanted = "draft" if isinstance(command, RejectBook) else "approved"
    if edition.state != wanted:
        what = type_of(command).removesuffix("_book")
        message = f"This version is {edition.state}; to be {_DONE[what]} it must be {wanted}."
        return refuse(FloorRefusal.BOOK_NOT_A_DRAFT, message)
    if not command.reason.strip():
        return refuse(FloorRefusal.NO_REASON, "Give a reason.")
    if isinstance(command, RejectBook):
        return [carried_over(BookRejected, command)]
    return [carried_over(BookWithdrawn, command)]


_DONE: Final = {"reject": "rejected", "withdraw": "withdrawn"}
