"""Rule books that people upload: a draft, its findings, and the approval by a second person."""

import asyncio
from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Controller, post
from litestar.params import FromPath, JSONBody, PathParameter

from ...floor.book_editions import (
    STREAM,
    AnyBookCommand,
    ApproveBook,
    Edition,
    HouseNamed,
    RejectBook,
    State,
    UploadBook,
    WithdrawBook,
    decide_book,
)
from ...store.keys import Person
from ...table.event import carried_over
from ...table.refusal import Refusal
from ...table.roles import Actor
from ..errors import ServiceError
from ..executor import Decided
from ..floor_requests import Short, Text, Who, Wish
from ..request_scope import Asked, TheLobby
from ..rights import act, may, needs, read
from ..tables.lobby import Lobby
from .book_upload import MOST_BYTES, BookFinding, Draft, FilesError, draft, unpacked

BookKey = Annotated[str, PathParameter(description="The book's key.", max_length=64)]
_LARGEST = 3 * MOST_BYTES  # JSON and base64 take more room than the files themselves.


class BookFiles(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The folder of a book: its files by name, or a zip of it in base64."""

    files: dict[str, str] = msgspec.field(default_factory=dict)
    zip: str = ""
    note: Short = ""


class Reason(Wish, frozen=True, kw_only=True, forbid_unknown_fields=True):
    reason: Annotated[Text, msgspec.Meta(examples=["The pay table is last year's."])]


class LintShown(msgspec.Struct, frozen=True, kw_only=True):
    """What the files contain, and the findings. Nothing has been stored."""

    key: str
    title: str
    loads: bool
    houses: list[HouseNamed]
    findings: tuple[BookFinding, ...]


class BookShown(msgspec.Struct, frozen=True, kw_only=True):
    """One version of an uploaded book, and its state."""

    key: str
    version: int
    title: str
    state: State
    houses: tuple[HouseNamed, ...]
    note: str
    uploaded_by: str
    uploaded_at: datetime
    decided_by: str
    decided_at: datetime | None
    reason: str
    may_approve: bool  # You, now.


class BookOpened(BookShown, frozen=True, kw_only=True):
    files: dict[str, str]
    findings: tuple[BookFinding, ...]


class Books(Controller):
    path = "/api/books"
    tags = ("rule books",)

    @read("/", "books.see", "Uploaded books", in_thread=True)
    def books(self, request: Asked, lobby: TheLobby) -> list[BookShown]:
        """Every version, the latest first."""
        editions = list(lobby.shelf.editions().values())
        return [_shown(lobby, request.user, each) for each in reversed(editions)]

    @post("/lint", guards=[needs("books.upload")], sync_to_thread=True, status_code=200,
          request_max_body_size=_LARGEST, summary="Findings on a book")  # fmt: skip
    def lint(self, data: JSONBody[BookFiles]) -> LintShown:
        """All findings, each with its file, line and key. Nothing is stored."""
        found = _draft(data)
        return carried_over(LintShown, found, loads=found.loads, houses=_named(found))

    @post("/", guards=[needs("books.upload")], request_max_body_size=_LARGEST,
          summary="Upload a book")  # fmt: skip
    async def upload(
        self, request: Asked, lobby: TheLobby, data: JSONBody[BookFiles]
    ) -> BookOpened:
        """Stores a draft, which somebody else approves. A book that does not load is refused."""
        found = await asyncio.to_thread(_draft, data)
        if not found.loads:
            wrong = [each for each in found.findings if each.level == "wrong"]
            first = wrong[0]
            where = f"{first.file}:{first.line}: " if first.line else f"{first.file}: "
            message = f"{where}{f'{first.key}: ' if first.key else ''}{first.message}"
            more = f" And {len(wrong) - 1} more." if len(wrong) > 1 else ""
            raise ServiceError("book/wrong", message + more, status=422, path=first.key)
        command = UploadBook(
            book=found.key,
            title=found.title,
            houses=tuple(_named(found)),
            files=_files(data),
            note=data.note,
            **_who(request, lobby, data),
        )
        await _act(lobby, command)
        own = [each for key, each in lobby.shelf.editions().items() if key[0] == found.key]
        return _opened(lobby, request.user, own[-1], found.findings)

    @read("/{key:str}/{version:int}", "books.see", "One version of a book", in_thread=True)
    def book(
        self, request: Asked, lobby: TheLobby, key: BookKey, version: FromPath[int]
    ) -> BookOpened:
        """One version, with its files and findings."""
        edition = lobby.shelf.edition(key, version)
        return _opened(lobby, request.user, edition, draft(edition.uploaded.files).findings)

    @act("/{key:str}/{version:int}/approve", "books.approve", "Approve a book")
    async def approve(
        self,
        request: Asked,
        lobby: TheLobby,
        key: BookKey,
        version: FromPath[int],
        data: JSONBody[Wish],
    ) -> BookShown:
        """By somebody other than the uploader. From then on tables can be opened with it."""
        command = ApproveBook(book=key, version=version, **_who(request, lobby, data))
        return await _decided(request.user, lobby, command)

    @act("/{key:str}/{version:int}/reject", "books.approve", "Reject a book")
    async def reject(
        self,
        request: Asked,
        lobby: TheLobby,
        key: BookKey,
        version: FromPath[int],
        data: JSONBody[Reason],
    ) -> BookShown:
        """With a reason. The draft stays on record; a corrected one is a new version."""
        said = _who(request, lobby, data)
        command = RejectBook(book=key, version=version, reason=data.reason, **said)
        return await _decided(request.user, lobby, command)

    @act("/{key:str}/{version:int}/withdraw", "books.approve", "Withdraw a book")
    async def withdraw(
        self,
        request: Asked,
        lobby: TheLobby,
        key: BookKey,
        version: FromPath[int],
        data: JSONBody[Reason],
    ) -> BookShown:
        """No new table can be opened with it; open tables keep it."""
        said = _who(request, lobby, data)
        command = WithdrawBook(book=key, version=version, reason=data.reason, **said)
        return await _decided(request.user, lobby, command)


def _by(person: Person) -> str:
    return str(Actor(person.role, person.name))


def _files(data: BookFiles) -> dict[str, str]:
    if bool(data.files) is bool(data.zip):
        raise ServiceError("book/files", "Send either files or a zip.", status=400, path="files")
    try:
        return data.files or unpacked(data.zip)
    except FilesError as error:
        raise ServiceError("book/files", f"The zip {error}.", status=400, path="zip") from None


def _draft(data: BookFiles) -> Draft:
    try:
        return draft(_files(data))
    except FilesError as error:
        raise ServiceError("book/files", f"{error}.", status=400, path="files") from None


def _named(found: Draft) -> list[HouseNamed]:
    return [HouseNamed(key, house.called) for key, house in found.houses.items()]


def _who(request: Asked, lobby: Lobby, wish: Wish) -> Who:
    return Who(by=_by(request.user), at=lobby.cardroom.now(), id=wish.id)


async def _decided(
    person: Person, lobby: Lobby, command: ApproveBook | RejectBook | WithdrawBook
) -> BookShown:
    await _act(lobby, command)
    edition = await asyncio.to_thread(lobby.shelf.edition, command.book, command.version)
    return _shown(lobby, person, edition)


_STATUS = {"book/unknown": 404, "book/own_upload": 403, "book/not_your_role": 403}


async def _act(lobby: Lobby, command: AnyBookCommand) -> None:
    shelf = lobby.shelf

    def decide() -> Decided:
        return decide_book(shelf.editions(), command, shelf.taken(command.book))

    answer = await lobby.cardroom.executor.act(STREAM, command, decide)
    if isinstance(answer, Refusal):
        status = _STATUS.get(answer.code, 409)
        raise ServiceError(answer.code, answer.message, status=status)


def _shown(lobby: Lobby, person: Person, edition: Edition) -> BookShown:
    return BookShown(**_fields(lobby, person, edition))


def _opened(
    lobby: Lobby, person: Person, edition: Edition, findings: tuple[BookFinding, ...]
) -> BookOpened:
    fields = _fields(lobby, person, edition)
    return BookOpened(**fields, files=edition.uploaded.files, findings=findings)


def _fields(lobby: Lobby, person: Person, edition: Edition) -> dict[str, Any]:
    uploaded = edition.uploaded
    return {
        "key": uploaded.book,
        "version": uploaded.version,
        "title": uploaded.title,
        "state": edition.state,
        "houses": uploaded.houses,
        "note": uploaded.note,
        "uploaded_by": uploaded.by,
        "uploaded_at": uploaded.at,
        "decided_by": edition.decided_by,
        "decided_at": edition.decided_at,
        "reason": edition.reason,
        "may_approve": _may_approve(lobby, person, edition),
    }


def _may_approve(lobby: Lobby, person: Person, edition: Edition) -> bool:
    """Tried on the one function that says no."""
    if not may(person, "books.approve"):
        return False
    uploaded, shelf = edition.uploaded, lobby.shelf
    wish = ApproveBook(book=uploaded.book, version=uploaded.version, by=_by(person), at=uploaded.at)
    found = decide_book(shelf.editions(), wish, shelf.taken(uploaded.book))
    return not isinstance(found, Refusal)
