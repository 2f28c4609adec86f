"""The people of the cardroom: their passwords. Keys are in credentials.py, links in invitations.py.

Times are passed in. Only hashes of secrets reach this module, so a copy of the database lets nobody
sign in. A person is never deleted: the log and the money refer to people by name.
"""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from . import schema
from .credentials import (
    Person,
    Session,
    Token,
    end_sessions_of,
    end_tokens_of,
    insert_session,
    person_from,
    text_of,
    time_of,
    token_from,
)
from .invitations import (
    ADMINISTRATOR,
    InvitationGone,
    Invitations,
    active,
    end_links_for,
    lacking,
    lock_links,
    use,
)
from .schema import TableRow

FAILURES_KEPT: Final = timedelta(days=1)  # Failures are forgotten this long after the last one.
_MARK: Final = 16  # Characters.
_KEPT_INVITATIONS: Final = timedelta(days=30)  # For used or expired ones.


class Attempt(msgspec.Struct, frozen=True):
    """A login counted as failed until it succeeds."""

    person: Person
    password_hash: str | None
    locked_until: datetime | None = None  # If set, do not try this login.


class NameTaken(Exception):
    """Somebody already has this name."""


class PasswordChanged(Exception):
    """The password has changed since it was checked."""


class NoGuest(Exception):
    """The person is not a guest: they already have an account."""


class NotWaiting(Exception):
    """The person is not waiting for confirmation, or has changed since they were looked at."""


class LastAdministrator(Exception):
    """Removing the last administrator would leave nobody to let anybody in."""


class People(Invitations):
    """Store of people; each call is one transaction, safe across processes."""

    # People

    def add(
        self,
        person: Person,
        password_hash: str | None = None,
        *,
        within: Connection | None = None,
    ) -> None:
        """Add a person. Raises NameTaken with the taken name."""
        try:
            with self._writing(within) as connection:
                _insert_person(connection, person, password_hash)
        except IntegrityError as error:
            raise NameTaken(person.login) from error

    def find(self, name: str) -> Person | None:
        """Find by the name used in the log and the books."""
        return self._find(schema.people.c.name == name)

    def look_up(self, name: str) -> Person | None:
        """Find by the name used in the log and the books, or by the sign-in name."""
        return self._find(or_(schema.people.c.name == name, schema.people.c.sign_in == name))

    def _find(self, whom: ColumnElement[bool]) -> Person | None:
        with self._database.reading() as connection:
            row = connection.execute(select(schema.people).where(whom)).one_or_none()
        return person_from(row) if row else None

    def everyone(
        self, *, after: str = "", limit: int = 100, guests: bool = False, like: str = ""
    ) -> list[Person]:
        """List people by name, starting after a given one.

        With `like`, only those whose name or display name contains it.
        """
        people = schema.people
        query = select(people).where(people.c.name > after).order_by(people.c.name).limit(limit)
        if not guests:
            query = query.where(people.c.guest.is_(False))
        if like:
            names = (people.c.name, people.c.display)
            query = query.where(or_(*(each.icontains(like, autoescape=True) for each in names)))
        with self._database.reading() as connection:
            return [person_from(row) for row in connection.execute(query)]

    def called(self, names: Collection[str]) -> list[Person]:
        """All staff and the people with these names: nobody may impersonate them."""
        people = schema.people
        staff = and_(people.c.role != "player", people.c.disabled.is_(False))
        query = select(people).where(or_(staff, people.c.name.in_(sorted(names))))
        with self._database.reading() as connection:
            return [person_from(row) for row in connection.execute(query)]

    def display_names(self) -> list[tuple[str, str]]:
        """The name and the display name of everybody with an account."""
        people = schema.people
        query = select(people.c.name, people.c.display).where(people.c.guest.is_(False))
        with self._database.reading() as connection:
            return [(row.name, row.display) for row in connection.execute(query)]

    def all_kept(self) -> list[tuple[Person, str | None, list[Token]]]:
        with self._database.reading() as connection:
            return people_in(connection)

    def lacks(self) -> tuple[str, ...]:
        """The roles for which the server itself prints invitations: an administrator, and a
        second person to confirm the staff that an administrator lets in.
        """
        with self._database.reading() as connection:
            return lacking(connection)

    def change(
        self,
        name: str,
        *,
        role: str | None = None,
        display: str | None = None,
        disabled: bool | None = None,
        waits: tuple[str, ...] | None = None,
        within: Connection | None = None,
    ) -> Person | None:
        """Change a person and return the new state. A change of role or shutting the person out
        ends all sessions and tokens: no program keeps rights that it was not given. A change of
        role ends the links for a new password too.

        Raises LastAdministrator.
        """
        people = schema.people
        with self._writing(within) as connection:
            lock_links(connection, schema.invitations.c.name == name)
            administrators = active(connection, (ADMINISTRATOR,), lock=True)
            query = select(people).where(people.c.name == name).with_for_update()
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            was = person_from(row)
            now = msgspec.structs.replace(
                was,
                role=was.role if role is None else role,
                display=was.display if display is None else display,
                disabled=was.disabled if disabled is None else disabled,
                waits=was.waits if waits is None else waits,
            )
            stays = now.role == ADMINISTRATOR and not now.disabled
            if administrators == [name] and not stays:
                raise LastAdministrator(name)
            values = {
                "role": now.role,
                "display": now.display,
                "disabled": now.disabled,
                "waits": _names(now.waits),
            }
            connection.execute(update(people).where(people.c.name == name).values(values))
            if now.role != was.role:
                end_links_for(connection, name)
            if now.role != was.role or now.disabled:
                end_sessions_of(connection, name)
                end_tokens_of(connection, name)
        return now

    def password_marks(self, names: Collection[str]) -> dict[str, str]:
        """A mark of each person's password, by name; it changes with the password."""
        people = schema.people
        query = select(people.c.name, people.c.password_hash).where(people.c.name.in_(names))
        with self._database.reading() as connection:
            return {row.name: _mark(row.password_hash) for row in connection.execute(query)}

    def confirm(self, person: Person, mark: str = "", *, within: Connection | None = None) -> None:
        """Confirm the person. Raises NotWaiting if they have changed since they were looked at: the
        role, who changed it, and the password if the mark that was seen is given.
        """
        people = schema.people
        as_seen = and_(
            people.c.name == person.name,
            people.c.role == person.role,
            people.c.waits == _names(person.waits),
        )
        query = select(people.c.password_hash).where(as_seen).with_for_update()
        with self._writing(within) as connection:
            row = connection.execute(query).one_or_none()
            if row is None or not person.waits or mark not in ("", _mark(row.password_hash)):
                raise NotWaiting(person.name)
            connection.execute(update(people).where(as_seen).values(waits=None))

    # Passwords

    def attempt(
        self, name: str, address: str, now: datetime, lock: Callable[[int], timedelta | None]
    ) -> Attempt | None:
        """Count a failure before checking the password; `enter` takes it back.

        This way a thousand simultaneous guesses count as a thousand, across all processes. `lock`
        maps a number of failures to the time for which the name is locked for this address. Other
        addresses are not locked: nobody can lock a person out from elsewhere.
        """
        people = schema.people
        # The public name must not let in a person who signs in with another name.
        itself = and_(people.c.name == name, people.c.sign_in.is_(None))
        query = select(people).where(or_(itself, people.c.sign_in == name))
        with self._database.reading() as connection:  # A locked name must not cost a write.
            row = connection.execute(query).one_or_none()
            if row is None:
                return None
            name = row.name
            if locked_until := _lock(_failures(connection, name, address), now):
                return Attempt(person_from(row), None, locked_until)
        with self._database.writing() as connection:
            row = connection.execute(query.with_for_update()).one()  # One at a time per name.
            before = _failures(connection, name, address)
            if locked_until := _lock(before, now):
                return Attempt(person_from(row), None, locked_until)
            _count_failure(connection, name, address, before, now, lock)
            return Attempt(person_from(row), row.password_hash)

    def enter(
        self,
        session: Session,
        password_hash: str,
        address: str,
        *,
        within: Connection | None = None,
    ) -> None:
        """Forget this address's failures and start the session: the password was right.

        Raises PasswordChanged if the password was changed, or the person shut out, while it was
        being checked.
        """
        people = schema.people
        still = and_(
            people.c.name == session.person.name,
            people.c.password_hash == password_hash,
            people.c.disabled.is_(False),
        )
        query = select(people.c.name).where(still).with_for_update()
        with self._writing(within) as connection:
            if connection.execute(query).one_or_none() is None:
                raise PasswordChanged(session.person.name)
            connection.execute(
                delete(schema.login_failures).where(_of(session.person.name, address))
            )
            insert_session(connection, session)

    def make_account(
        self,
        name: str,
        sign_in: str,
        display: str,
        password_hash: str,
        *,
        within: Connection | None = None,
    ) -> None:
        """Turn a guest into a person with an account and end all sessions.

        Raises NameTaken and NoGuest.
        """
        people = schema.people
        values = {"sign_in": sign_in, "display": display, "guest": False}
        with self._writing(within) as connection:
            if _is_taken(connection, sign_in):
                raise NameTaken(sign_in)
            guests = and_(people.c.name == name, people.c.guest.is_(True))
            if connection.execute(update(people).where(guests).values(values)).rowcount != 1:
                raise NoGuest(name)
            _set_password(connection, name, password_hash)

    def set_sign_in(self, name: str, sign_in: str, *, within: Connection | None = None) -> None:
        """Change the name used to sign in. Raises NameTaken."""
        people = schema.people
        with self._writing(within) as connection:
            if _is_taken(connection, sign_in):
                raise NameTaken(sign_in)
            changed = update(people).where(people.c.name == name).values(sign_in=sign_in)
            connection.execute(changed)

    def set_password(
        self, name: str, password_hash: str, *, within: Connection | None = None
    ) -> None:
        """Set the password and end all sessions, tokens and links for a new one, which shuts out
        anybody who knew the old password or was about to set another.
        """
        with self._writing(within) as connection:
            _set_password(connection, name, password_hash)

    def rehash(self, name: str, old: str, new: str, *, within: Connection | None = None) -> None:
        """Store a new hash of the same password. Raises PasswordChanged if that has changed."""
        people = schema.people
        where = and_(people.c.name == name, people.c.password_hash == old)
        with self._writing(within) as connection:
            changed = update(people).where(where).values(password_hash=new)
            if connection.execute(changed).rowcount != 1:
                raise PasswordChanged(name)

    def accept(
        self,
        token_hash: str,
        person: Person,
        password_hash: str,
        now: datetime,
        *,
        within: Connection | None = None,
    ) -> Person:
        """Use an invitation once, even under concurrent attempts; the person takes its role.

        Raises InvitationGone, or NameTaken, which leaves the invitation open.
        """
        try:
            with self._writing(within) as connection:
                invitation = use(connection, token_hash, now)
                if invitation.name is not None:
                    return _come_back(connection, invitation.name, password_hash, person.waits)
                person = msgspec.structs.replace(person, role=invitation.role)
                _insert_person(connection, person, password_hash)
        except IntegrityError as error:
            raise NameTaken(person.login) from error
        return person

    def tidy(self, now: datetime) -> None:
        """Delete what has expired."""
        sessions, tokens, invitations = schema.sessions, schema.tokens, schema.invitations
        failures = schema.login_failures
        forgotten, long_ago = text_of(now - FAILURES_KEPT), text_of(now - _KEPT_INVITATIONS)
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.expires_at <= text_of(now)))
            connection.execute(delete(tokens).where(tokens.c.expires_at <= text_of(now)))
            connection.execute(delete(failures).where(failures.c.failed_at <= forgotten))
            connection.execute(
                delete(invitations).where(
                    or_(invitations.c.expires_at <= long_ago, invitations.c.used_at <= long_ago)
                )
            )


def people_in(connection: Connection) -> list[tuple[Person, str | None, list[Token]]]:
    """Everybody with password hash and tokens, for comparisons."""
    people, tokens = schema.people, schema.tokens
    owned: dict[str, list[Token]] = {}
    for row in connection.execute(select(tokens).order_by(tokens.c.token_hash)):
        owned.setdefault(row.person, []).append(token_from(row))
    rows = connection.execute(select(people).order_by(people.c.name)).all()
    return [(person_from(row), row.password_hash, owned.get(row.name, [])) for row in rows]


class KeyKept(NamedTuple):
    """A session: its hash, its owner, and its start."""

    token_hash: str
    name: str
    created_at: datetime


def sessions_in(connection: Connection) -> list[KeyKept]:
    kept = schema.sessions.c
    rows = connection.execute(select(kept.token_hash, kept.person, kept.created_at)).all()
    return [KeyKept(row[0], row[1], datetime.fromisoformat(row[2])) for row in rows]


def _of(name: str, address: str) -> ColumnElement[bool]:
    failures = schema.login_failures
    return and_(failures.c.name == name, failures.c.address == address)


def _failures(connection: Connection, name: str, address: str) -> TableRow | None:
    query = select(schema.login_failures).where(_of(name, address))
    return connection.execute(query).one_or_none()


def _lock(failures: TableRow | None, now: datetime) -> datetime | None:
    """The end of the lock while it lasts."""
    locked_until = time_of(failures.locked_until) if failures else None
    return locked_until if locked_until is not None and locked_until > now else None


def _count_failure(
    connection: Connection,
    name: str,
    address: str,
    before: TableRow | None,
    now: datetime,
    lock: Callable[[int], timedelta | None],
) -> None:
    failures = 1
    if before is not None and before.failed_at > text_of(now - FAILURES_KEPT):
        failures = before.failures + 1
    span = lock(failures)
    values = {
        "failures": failures,
        "failed_at": text_of(now),
        "locked_until": text_of(now + span) if span else None,
    }
    table = schema.login_failures
    if before is None:
        connection.execute(insert(table).values(name=name, address=address, **values))
    else:
        connection.execute(update(table).where(_of(name, address)).values(values))


def _is_taken(connection: Connection, name: str) -> bool:
    """Whether somebody has this name or signs in with it."""
    people = schema.people
    query = select(people.c.name).where(or_(people.c.name == name, people.c.sign_in == name))
    return connection.execute(query).first() is not None


def _insert_person(connection: Connection, person: Person, password_hash: str | None) -> None:
    values = {
        "name": person.name,
        "display": person.display,
        "role": person.role,
        "password_hash": password_hash,
        "guest": person.guest,
        "disabled": person.disabled,
        "created_at": text_of(person.created_at),
        "sign_in": person.sign_in,
        "waits": _names(person.waits),
    }
    for name in {person.login, person.name}:
        if _is_taken(connection, name):
            raise NameTaken(name)
    connection.execute(insert(schema.people).values(values))


def _set_password(connection: Connection, name: str, password_hash: str) -> None:
    people, failures = schema.people, schema.login_failures
    end_links_for(connection, name)  # First, as when a link is used: nobody waits in a circle.
    changed = update(people).where(people.c.name == name).values(password_hash=password_hash)
    connection.execute(changed)
    connection.execute(delete(failures).where(failures.c.name == name))
    end_sessions_of(connection, name)
    end_tokens_of(connection, name)


def _come_back(
    connection: Connection, name: str, password_hash: str, waits: tuple[str, ...]
) -> Person:
    people = schema.people
    _set_password(connection, name, password_hash)
    itself = people.c.name == name
    connection.execute(update(people).where(itself).values(waits=_names(waits)))
    row = connection.execute(select(people).where(itself)).one()
    if row.disabled:
        raise InvitationGone
    return person_from(row)


def _mark(password_hash: str | None) -> str:
    return sha256((password_hash or "").encode()).hexdigest()[:_MARK]


def _names(people: tuple[str, ...]) -> str | None:
    return " ".join(people) or None
