"""Credentials after signing in: sessions, and tokens for programs."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    delete,
    insert,
    or_,
    select,
    update,
)

from ..table.roles import Actor
from . import schema
from .database import Database
from .schema import TableRow


class Person(msgspec.Struct, frozen=True):
    name: str  # In lower case, so it is unique regardless of case.
    display: str
    role: str
    created_at: datetime
    guest: bool = False
    disabled: bool = False
    # Scopes of the token in use; None for a session: everything the person may do.
    scopes: tuple[str, ...] | None = None
    # The name used to sign in, hidden from others. None: a guest, or somebody created by an earlier
    # version, who signs in with `name`.
    sign_in: str | None = None
    # For unconfirmed staff: the people who created the account or changed its role or password, and
    # therefore may not confirm it.
    waits: tuple[str, ...] = ()

    @property
    def login(self) -> str:
        return self.sign_in or self.name

    @property
    def actor(self) -> Actor:
        return Actor(self.role, self.name)


class Session(msgspec.Struct, frozen=True):
    person: Person
    token_hash: str
    csrf: str  # Not a secret: useless without the session's token.
    created_at: datetime
    expires_at: datetime


class Token(msgspec.Struct, frozen=True):
    token_hash: str
    person: str
    label: str
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    scopes: tuple[str, ...] | None = None  # None: made before scopes existed, as in the log.

    @property
    def reach(self) -> tuple[str, ...]:
        return _reach(self.scopes)


DEFAULT_SCOPES: Final = ("read", "play")


class Keys:
    """Store of sessions and tokens; each call is one transaction, safe across processes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last_good: tuple[str, dict[str, Person]] = "", {}  # As written, and as read.

    @contextmanager
    def _writing(self, within: Connection | None) -> Iterator[Connection]:
        """Use a new transaction, or the one that lands a command in the log."""
        if within is not None:
            yield within
            return
        with self._database.writing() as connection:
            yield connection

    # Sessions

    def open_session(self, session: Session, *, within: Connection | None = None) -> None:
        with self._writing(within) as connection:
            insert_session(connection, session)

    def session(self, token_hash: str, now: datetime) -> Session | None:
        """The session; None also if the person has been shut out meanwhile."""
        sessions, people = schema.sessions, schema.people
        query = (
            select(people, sessions.c.csrf, sessions.c.created_at.label("begun_at"))
            .add_columns(sessions.c.expires_at)
            .join_from(sessions, people, sessions.c.person == people.c.name)
            .where(sessions.c.token_hash == token_hash, sessions.c.expires_at > text_of(now))
            .where(people.c.disabled.is_(False))
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            return None
        begun_at, expires_at = (datetime.fromisoformat(t) for t in (row.begun_at, row.expires_at))
        return Session(person_from(row), token_hash, row.csrf, begun_at, expires_at)

    def extend_session(self, token_hash: str, expires_at: datetime) -> None:
        sessions = schema.sessions
        where = sessions.c.token_hash == token_hash
        with self._database.writing() as connection:
            connection.execute(update(sessions).where(where).values(expires_at=text_of(expires_at)))

    def end_session(self, token_hash: str, *, within: Connection | None = None) -> None:
        with self._writing(within) as connection:
            connection.execute(
                delete(schema.sessions).where(schema.sessions.c.token_hash == token_hash)
            )

    # Tokens for programs

    def add_token(self, token: Token, *, within: Connection | None = None) -> None:
        values = {
            "token_hash": token.token_hash,
            "person": token.person,
            "label": token.label,
            "created_at": text_of(token.created_at),
            "expires_at": text_of(token.expires_at) if token.expires_at else None,
            "last_used_at": None,
            "scopes": None if token.scopes is None else " ".join(token.scopes),
        }
        with self._writing(within) as connection:
            connection.execute(insert(schema.tokens).values(values))

    def token(self, token_hash: str, now: datetime) -> tuple[Person, Token] | None:
        tokens, people = schema.tokens, schema.people
        query = select(tokens).where(
            tokens.c.token_hash == token_hash, _lasts(tokens, text_of(now))
        )
        with self._database.reading() as connection:
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            owner = select(people).where(people.c.name == row.person, people.c.disabled.is_(False))
            person = connection.execute(owner).one_or_none()
        token = token_from(row)
        return (person_from(person, token.reach), token) if person else None

    def still_good(self, token_hashes: Collection[str], now: datetime) -> dict[str, Person]:
        """The owners of those sessions and tokens that are still valid.

        Asked every few seconds for all live connections, and nearly always the answer is the last.
        """
        if not token_hashes:
            return {}
        asked = msgspec.json.encode(list(token_hashes)).decode()
        query = _GOOD_ON_SQLITE if self._database.is_sqlite else _GOOD_ON_POSTGRES
        found = self._database.first_row(query, asked, text_of(now))
        written = found[0] if found and found[0] else "[]"
        last = self._last_good
        if last[0] != written:
            as_read = written.encode("utf-8", "replace")  # A damaged name is nobody's.
            good = {each.token_hash: each.person() for each in _GOOD.decode(as_read)}
            self._last_good = last = written, good
        return dict(last[1])

    def note_use(self, token_hash: str, now: datetime) -> None:
        tokens = schema.tokens
        where = tokens.c.token_hash == token_hash
        with self._database.writing() as connection:
            connection.execute(update(tokens).where(where).values(last_used_at=text_of(now)))

    def tokens_of(self, name: str, now: datetime) -> list[Token]:
        tokens = schema.tokens
        query = select(tokens).where(tokens.c.person == name, _lasts(tokens, text_of(now)))
        with self._database.reading() as connection:
            return [
                token_from(row) for row in connection.execute(query.order_by(tokens.c.created_at))
            ]

    def remove_token(self, name: str, token_hash: str, *, within: Connection | None = None) -> None:
        tokens = schema.tokens
        where = and_(tokens.c.person == name, tokens.c.token_hash == token_hash)
        with self._writing(within) as connection:
            connection.execute(delete(tokens).where(where))


def _lasts(kind: Table, now: object) -> ColumnElement[bool]:
    ends = kind.c.expires_at
    return or_(ends.is_(None), ends > now)


class _Good(msgspec.Struct, array_like=True):
    """A valid credential with its owner, as `_good` selects them."""

    token_hash: str
    is_token: int
    scopes: str | None
    name: str
    display: str
    role: str
    created_at: str
    guest: int
    sign_in: str | None
    waits: str | None
    disabled: bool = False

    def person(self) -> Person:
        return person_from(self, _reach(_words(self.scopes)) if self.is_token else None)


_GOOD = msgspec.json.Decoder(list[_Good])


def _good(hashes: str, in_one_row: Callable[[str], str]) -> str:
    """Ask for the owners of valid credentials in one row, which is read in one go.

    Building such a query each time took longer than carrying it out.
    """
    owner = "name, display, role, people.created_at, CAST(guest AS INTEGER), sign_in, waits"
    return f"""
        WITH asked AS ({hashes}), moment AS (SELECT CAST(? AS TEXT) AS now),
        kept AS (
            SELECT token_hash, person, 0 AS is_token, NULL AS scopes, expires_at FROM sessions
                WHERE token_hash IN (SELECT value FROM asked)
            UNION ALL
            SELECT token_hash, person, 1, scopes, expires_at FROM tokens
                WHERE token_hash IN (SELECT value FROM asked))
        SELECT {in_one_row(f"token_hash, is_token, scopes, {owner}")}
            FROM kept JOIN people ON people.name = kept.person, moment
            WHERE NOT disabled AND (expires_at IS NULL OR expires_at > now)"""


_GOOD_ON_SQLITE = _good(
    "SELECT value FROM json_each(?)", lambda row: f"json_group_array(json_array({row}))"
)
_GOOD_ON_POSTGRES = _good(
    "SELECT value FROM jsonb_array_elements_text(CAST(? AS jsonb))",
    lambda row: f"CAST(json_agg(json_build_array({row})) AS TEXT)",
)


def insert_session(connection: Connection, session: Session) -> None:
    values = {
        "token_hash": session.token_hash,
        "person": session.person.name,
        "csrf": session.csrf,
        "created_at": text_of(session.created_at),
        "expires_at": text_of(session.expires_at),
    }
    connection.execute(insert(schema.sessions).values(values))


def end_sessions_of(connection: Connection, name: str) -> None:
    connection.execute(delete(schema.sessions).where(schema.sessions.c.person == name))


def end_tokens_of(connection: Connection, name: str) -> None:
    connection.execute(delete(schema.tokens).where(schema.tokens.c.person == name))


def _reach(scopes: tuple[str, ...] | None) -> tuple[str, ...]:
    """The scopes of a token; one from before scopes existed may do what a new one may."""
    return DEFAULT_SCOPES if scopes is None else scopes


def person_from(row: TableRow | _Good, scopes: tuple[str, ...] | None = None) -> Person:
    created_at = datetime.fromisoformat(row.created_at)
    person = row.name, row.display, row.role, created_at, bool(row.guest), bool(row.disabled)
    return Person(*person, scopes, row.sign_in, _words(row.waits) or ())


def token_from(row: TableRow) -> Token:
    created_at = datetime.fromisoformat(row.created_at)
    expires_at, last_used_at = time_of(row.expires_at), time_of(row.last_used_at)
    times = created_at, expires_at, last_used_at
    return Token(row.token_hash, row.person, row.label, *times, _words(row.scopes))


def _words(written: str | None) -> tuple[str, ...] | None:
    return None if written is None else tuple(written.split())


def text_of(moment: datetime) -> str:
    """Format with a fixed length, so that texts sort like times."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def time_of(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
