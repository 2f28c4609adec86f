"""What an audit looks at: a database, a store, or an exported file, all read in the log's order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import ColumnElement, Connection, select, text
from sqlalchemy.exc import DatabaseError

from . import schema
from .chain import digest
from .keys import Person, Token
from .landing import Leg
from .people import InvitationKept, KeyKept, invitations_in, people_in, sessions_in
from .records import Done, Head, Record
from .rows import done, record

if TYPE_CHECKING:
    from .projection_audit import ProjectionAudit

_AT_A_TIME = 2_000
SNAPSHOT_FORM = "snapshot_form"  # In meta: which version of the program wrote the snapshots.


class Unreadable(Exception):
    """The evidence cannot be read, or not any further."""


class Omitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that an extract leaves out: its hash is enough to follow the seal past it."""

    position: int
    hash: str


class Act(NamedTuple):
    """A command, and the position of the first record that it led to."""

    position: int
    done: Done


class Frozen(NamedTuple):
    """A snapshot, by its hash: the bodies of all tables would not fit into memory."""

    stream: str
    version: int
    digest: str
    form: str


class PersonKept(msgspec.Struct, frozen=True):
    """Somebody as the table of people has them."""

    person: Person
    password_hash: str | None
    tokens: tuple[Token, ...]


class Kept(msgspec.Struct, frozen=True):
    """What a store keeps beside its log. An exported file has none of it."""

    heads: dict[str, Head]
    balances: dict[str, int]
    snapshots: tuple[Frozen, ...]
    snapshot_form: str
    people: tuple[PersonKept, ...] = ()
    sessions: tuple[KeyKept, ...] = ()
    invitations: tuple[InvitationKept, ...] = ()


class Evidence(Protocol):
    name: str
    after: Head  # Where it begins: an extract need not begin with the log.
    whole: bool  # Nothing of the log is left out.

    def expected(self) -> int:
        """About how many records there are, for those who wait."""

    def records(self) -> Iterator[Record | Omitted]: ...
    def of(self, stream: str) -> Iterator[Record]: ...
    def at(self, position: int) -> Record | Omitted | None: ...

    def command(self, identity: str) -> tuple[Done | None, list[Record]]:
        """What was asked, where that is kept, and what it led to."""

    def acts(self) -> Iterator[Act] | None: ...
    def legs(self) -> Iterator[Leg] | None: ...
    def kept(self) -> Kept | None: ...

    def projections(self) -> "ProjectionAudit | None":
        """What reports read, where it is kept beside the log."""

    def head(self) -> Head:
        """Where it says that it ends; asked for when all records have been read."""

    def flaws(self) -> list[str]:
        """What is wrong with it as a file; asked for when all records have been read."""


class DatabaseEvidence:
    """A database in one consistent look, while others may go on writing."""

    after, whole = Head(), True

    def __init__(self, connection: Connection, name: str):
        self._connection, self.name = connection, name

    def expected(self) -> int:
        return self.head().count

    def head(self) -> Head:
        head = schema.log_head.c
        rows = list(self._rows(select(head["count"], head.seal)))
        return Head(*rows[0]) if len(rows) == 1 else Head(-1)

    def records(self) -> Iterator[Record]:
        return self._records()

    def of(self, stream: str) -> Iterator[Record]:
        return self._records(schema.records.c.stream == stream)

    def at(self, position: int) -> Record | None:
        return next(self._records(schema.records.c.position == position), None)

    def command(self, identity: str) -> tuple[Done | None, list[Record]]:
        commands, records = schema.commands, schema.records.c
        row = self._connection.execute(select(commands).where(commands.c.id == identity)).first()
        if row is None:
            return None, []
        act = done(*row[1:])
        span = records.version.between(act.first, act.last)
        return act, list(self._records((records.stream == act.stream) & span))

    def _records(self, *which: ColumnElement[bool]) -> Iterator[Record]:
        query = select(schema.records).where(*which).order_by(schema.records.c.position)
        for row in self._rows(query):
            yield record(*row)

    def acts(self) -> Iterator[Act]:
        for row in self._rows(select(schema.commands).order_by(schema.commands.c.position)):
            yield Act(row[0], done(*row[1:]))

    def legs(self) -> Iterator[Leg]:
        postings = schema.postings
        query = select(postings).order_by(postings.c.position, postings.c.leg)
        for row in self._rows(query):
            yield Leg(*row)

    def kept(self) -> Kept:
        meta = schema.meta.c
        form = list(self._rows(select(meta.value).where(meta.key == SNAPSHOT_FORM)))
        return Kept(
            {stream: Head(*head) for stream, *head in self._rows(select(schema.heads))},
            {row.account: row.cents for row in self._rows(select(schema.balances))},
            tuple(
                Frozen(stream, version, digest(bytes(body)), form_of(bytes(body)))
                for stream, version, body in self._rows(select(schema.snapshots))
            ),
            form[0][0] if form else "",
            tuple(
                PersonKept(person, password_hash, tuple(tokens))
                for person, password_hash, tokens in people_in(self._connection)
            ),
            sessions=tuple(sessions_in(self._connection)),
            invitations=tuple(invitations_in(self._connection)),
        )

    def projections(self) -> "ProjectionAudit":
        from .projection_audit import ProjectionAudit

        return ProjectionAudit(self._connection)

    def flaws(self) -> list[str]:
        """SQLite looks after its own pages and indexes; PostgreSQL has checksums for that."""
        if self._connection.dialect.name != "sqlite":
            return []
        try:
            found = [str(line) for (line,) in self._rows(text("PRAGMA integrity_check(20)"))]
        except Unreadable as error:
            return [str(error)]
        return [line for line in found if line != "ok"]

    def _rows(self, query: Any) -> Iterator[Any]:
        try:
            options = {"yield_per": _AT_A_TIME}
            yield from self._connection.execute(query, execution_options=options)
        except DatabaseError as error:
            raise Unreadable(str(error.orig)) from error


class _Form(msgspec.Struct):
    form: str = ""


def form_of(body: bytes) -> str:
    try:
        return msgspec.json.decode(body, type=_Form).form
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
