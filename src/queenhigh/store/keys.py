"""Credentials after signing in: sessions, and tokens for programs."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    insert,
    null,
    or_,
    select,
    update,
)

from . import schema
from .database import Database


class Person(msgspec.Struct, frozen=True):
    name: str  # Lower case, which makes it unique regardless of case.
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
    scopes: tuple[str, ...] | None = None  # None: made before scopes existed, as the log has it.

    @property
    def reach(self) -> tuple[str, ...]:
        return _reach(self.scopes)


DEFAULT_SCOPES: Final = ("read", "play")
_AT_ONCE = 500  # Hashes per query.


class Keys:
    """Store of sessions and tokens; each call is one transaction, safe across processes."""

    def __init__(self, database: Database) -> None:
        self._database = database

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
        """Return the session; None also if the person has been shut out meanwhile."""
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
        """Return the owners of those sessions and tokens that are still valid."""
        found: dict[str, Person] = {}
        hashes, then = list(token_hashes), text_of(now)
        with self._database.reading() as connection:
            for start in range(0, len(hashes), _AT_ONCE):
                asked = {"hashes": hashes[start : start + _AT_ONCE], "now": then}
                for row in connection.execute(_GOOD_SESSIONS, asked):
                    found[row.token_hash] = person_from(row)
                for row in connection.execute(_GOOD_TOKENS, asked):
                    found[row.token_hash] = person_from(row, _reach(_words(row.scopes)))
        return found

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


def _good(kind: Table, scopes: ColumnElement[Any]) -> Select[Any]:
    """The owners of those credentials that are still valid: asked for all live connections."""
    people = schema.people
    return (
        select(people, kind.c.token_hash, scopes.label("scopes"))
        .join_from(kind, people, kind.c.person == people.c.name)
        .where(
            kind.c.token_hash.in_(bindparam("hashes", expanding=True)),
            _lasts(kind, bindparam("now")),
            people.c.disabled.is_(False),
        )
    )


_GOOD_SESSIONS = _good(schema.sessions, null())
_GOOD_TOKENS = _good(schema.tokens, schema.tokens.c.scopes)


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
    """What a token may do: one from before there were scopes may do what a new one may."""
    return DEFAULT_SCOPES if scopes is None else scopes


def person_from(row: Row[Any], scopes: tuple[str, ...] | None = None) -> Person:
    created_at = datetime.fromisoformat(row.created_at)
    person = row.name, row.display, row.role, created_at, row.guest, row.disabled
    return Person(*person, scopes, row.sign_in, _words(row.waits) or ())


def token_from(row: Row[Any]) -> Token:
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
