"""Evidence for an audit: a database, a store or an exported file, read in log order."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import msgspec
from sqlalchemy import ColumnElement, Connection, Executable, select, text
from sqlalchemy.exc import DatabaseError

from . import schema
from .chain import digest
from .credentials import Person, Token
from .invitations import Link, invitations_in
from .landing import Leg
from .log_rows import done, record
from .people import KeyKept, people_in, sessions_in
from .records import Done, Head, Record

if TYPE_CHECKING:
    from .projection_audit import ProjectionAudit

_AT_A_TIME = 2_000
SNAPSHOT_FORM = "snapshot_form"  # In meta: the program version that wrote the snapshots.


class Unreadable(Exception):
    """The evidence cannot be read, or cannot be read further."""


class Omitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record left out of an extract: its hash is enough to follow the seal past it."""

    position: int
    hash: str


class Act(NamedTuple):
    """A command, and the position of its first record."""

    position: int
    done: Done


class Frozen(NamedTuple):
    """A snapshot, by its hash: the bodies of all tables would not fit into memory."""

    stream: str
    version: int
    digest: str
    form: str


class PersonKept(msgspec.Struct, frozen=True):
    """A person, as in the table of people."""

    person: Person
    password_hash: str | None
    tokens: tuple[Token, ...]


class Kept(msgspec.Struct, frozen=True):
    """What a store keeps besides its log; an exported file has none of it."""

    heads: dict[str, Head]
    balances: dict[str, int]
    snapshots: tuple[Frozen, ...]
    snapshot_form: str
    people: tuple[PersonKept, ...] = ()
    sessions: tuple[KeyKept, ...] = ()
    invitations: tuple[Link, ...] = ()


class Evidence(Protocol):
    name: str
    after: Head  # Where it begins: an extract may start later than the log.
    whole: bool  # Whether no part of the log is left out.

    def expected(self) -> int:
        """Estimate the number of records, for progress displays."""

    def records(self) -> Iterator[Record | Omitted]: ...
    def of(self, stream: str) -> Iterator[Record]: ...
    def at(self, position: int) -> Record | Omitted | None: ...

    def command(self, identity: str) -> tuple[Done | None, list[Record]]:
        """The command as sent, if it is kept, and its records."""

    # What only a database keeps.

    def acts(self) -> Iterator[Act] | None:
        return None

    def legs(self) -> Iterator[Leg] | None:
        return None

    def kept(self) -> Kept | None:
        return None

    def projections(self) -> "ProjectionAudit | None":
        """The audit of the projections, if the evidence has any."""
        return None

    def head(self) -> Head:
        """The declared end; call only after reading all records."""

    def flaws(self) -> list[str]:
        """Faults of the file itself; call only after reading all records."""


class DatabaseEvidence:
    """A database in one read transaction, while others may continue to write."""

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
        """Check SQLite's pages and indexes; PostgreSQL has checksums for that."""
        if self._connection.dialect.name != "sqlite":
            return []
        try:
            found = [str(line) for (line,) in self._rows(text("PRAGMA integrity_check(20)"))]
        except Unreadable as error:
            return [str(error)]
        return [line for line in found if line != "ok"]

    def _rows(self, query: Executable) -> Iterator[Any]:  # The query says of which types.
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
