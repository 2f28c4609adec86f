"""Rule books that people upload: a draft, its findings, and the approval by a second person."""

import asyncio
from datetime import datetime
from functools import partial
from typing import Annotated

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
from ...house.plain_data import carried_over
from ...store.credentials import Person
from ...table.refusal import Refusal
from ..errors import ServiceError
from ..executor import Decided
from ..floor_requests import Short, Text, Who, Wish
from ..request_scope import Asked, TheLobby
from ..rights import act, may, needs, read
from ..tables.lobby import Lobby
from .book_upload import MOST_BYTES, BookFinding, Draft, FilesError, draft, unpacked
from .shelf import Shelf

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
        """Stores a draft for somebody else to approve. A book that does not load is refused."""
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
        """A second person approves; tables can then be opened with it."""
        return await _decided(ApproveBook, request, lobby, key, version, data)

    @act("/{key:str}/{version:int}/reject", "books.approve", "Reject a book")
    async def reject(
        self,
        request: Asked,
        lobby: TheLobby,
        key: BookKey,
        version: FromPath[int],
        data: JSONBody[Reason],
    ) -> BookShown:
        """Requires a reason. The draft stays on record; a corrected one is a new version."""
        return await _decided(RejectBook, request, lobby, key, version, data)

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
        return await _decided(WithdrawBook, request, lobby, key, version, data)


def _files(data: BookFiles) -> dict[str, str]:
    if bool(data.files) is bool(data.zip):
        raise ServiceError("book/files", "Send either files or a zip.", status=400, path="files")
    try:
        return data.files or unpacked(data.zip)
    except FilesError as error:
        raise ServiceError("book/files", f"{error}.", status=400, path="zip") from None


def _draft(data: BookFiles) -> Draft:
    try:
        return draft(_files(data))
    except FilesError as error:
        raise ServiceError("book/files", f"{error}.", status=400, path="files") from None


def _named(found: Draft) -> list[HouseNamed]:
    return [HouseNamed(key, house.called) for key, house in found.houses.items()]


def _who(request: Asked, lobby: Lobby, wish: Wish) -> Who:
    """Not as at tables, where administrators may not act: they handle books."""
    return Who(by=str(request.user.actor), at=lobby.cardroom.now(), id=wish.id)


async def _decided(
    kind: type[ApproveBook | RejectBook | WithdrawBook],
    request: Asked,
    lobby: Lobby,
    key: str,
    version: int,
    data: Wish,
) -> BookShown:
    said = _who(request, lobby, data)
    await _act(lobby, carried_over(kind, data, book=key, version=version, **said))
    edition = await asyncio.to_thread(lobby.shelf.edition, key, version)
    return _shown(lobby, request.user, edition)


_STATUS = {"book/unknown": 404, "book/own_upload": 403, "book/not_your_role": 403}


async def _act(lobby: Lobby, command: AnyBookCommand) -> None:
    decide = partial(_decide, lobby.shelf, command)
    answer = await lobby.cardroom.executor.act(STREAM, command, decide)
    if isinstance(answer, Refusal):
        status = _STATUS.get(answer.code, 409)
        raise ServiceError(answer.code, answer.message, status=status)


def _decide(shelf: Shelf, command: AnyBookCommand) -> Decided:
    return decide_book(shelf.editions(), command, shelf.taken(command.book))


def _shown(lobby: Lobby, person: Person, edition: Edition) -> BookShown:
    uploaded = edition.uploaded
    return BookShown(
        key=uploaded.book,
        version=uploaded.version,
        title=uploaded.title,
        state=edition.state,
        houses=uploaded.houses,
        note=uploaded.note,
        uploaded_by=uploaded.by,
        uploaded_at=uploaded.at,
        decided_by=edition.decided_by,
        decided_at=edition.decided_at,
        reason=edition.reason,
        may_approve=_may_approve(lobby, person, edition),
    )


def _opened(
    lobby: Lobby, person: Person, edition: Edition, findings: tuple[BookFinding, ...]
) -> BookOpened:
    shown = _shown(lobby, person, edition)
    return carried_over(BookOpened, shown, files=edition.uploaded.files, findings=findings)


def _may_approve(lobby: Lobby, person: Person, edition: Edition) -> bool:
    """Tried on the one function that refuses."""
    if not may(person, "books.approve"):
        return False
    uploaded = edition.uploaded
    wish = ApproveBook(
        book=uploaded.book, version=uploaded.version, by=str(person.actor), at=uploaded.at
    )
    return not isinstance(_decide(lobby.shelf, wish), Refusal)
