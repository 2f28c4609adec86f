"""The people of the cardroom: their passwords, their keys (store/keys.py), their invitations.

Times are passed in. Only hashes of secrets reach this module, so a copy of the database opens no
door. A person is never deleted: the log and the money refer to people by name.
"""

from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from ..table.roles import FLOOR
from . import schema
from .keys import (
    Keys,
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

ADMINISTRATOR: Final[Literal["administrator"]] = "administrator"
AUDITOR: Final = "auditor"
CONFIRMERS: Final = (ADMINISTRATOR, "surveillance", AUDITOR)  # May confirm staff let in by others.
MANAGERS: Final = (ADMINISTRATOR,)  # May invite staff, and anybody to a new password.
INVITERS: Final = (*FLOOR, *MANAGERS)  # May invite players.
NOBODY: Final = ""  # Maker of the server's own invitations.
FOR_EVER: Final = datetime(9999, 12, 31, tzinfo=UTC)
FAILURES_KEPT: Final = timedelta(days=1)  # After the last one; then all are forgotten.
_MARK: Final = 16  # Characters.
_KEPT_INVITATIONS: Final = timedelta(days=30)  # For used or expired ones.


class Attempt(msgspec.Struct, frozen=True):
    """A login counted as failed until it succeeds."""

    person: Person
    password_hash: str | None
    locked_until: datetime | None = None  # If set, do not even try this login.


class Invitation(msgspec.Struct, frozen=True):
    role: str
    name: str | None  # Set: a new password for an existing person.
    made_by: str
    created_at: datetime
    expires_at: datetime


class InvitationKept(NamedTuple):
    token_hash: str
    invitation: Invitation
    used: bool


class NameTaken(Exception):
    """Somebody already has this name."""


class PasswordChanged(Exception):
    """The password has changed since it was checked."""


class NoGuest(Exception):
    """The person already has an account."""


class InvitationGone(Exception):
    """The invitation was used, expired, withdrawn, or never made."""


class NotWaiting(Exception):
    """The person is not waiting for confirmation, or has changed since being looked at."""


class LastAdministrator(Exception):
    """Removing the last administrator would leave nobody to let anybody in."""


class People(Keys):
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

        With `like`, only those with it in their name or display name.
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
        """Return all staff and the people with these names, whom nobody may impersonate."""
        people = schema.people
        staff = and_(people.c.role != "player", people.c.disabled.is_(False))
        query = select(people).where(or_(staff, people.c.name.in_(sorted(names))))
        with self._database.reading() as connection:
            return [person_from(row) for row in connection.execute(query)]

    def display_names(self) -> list[tuple[str, str]]:
        """Return the name and the display name of everybody with an account."""
        people = schema.people
        query = select(people.c.name, people.c.display).where(people.c.guest.is_(False))
        with self._database.reading() as connection:
            return [(row.name, row.display) for row in connection.execute(query)]

    def all_kept(self) -> list[tuple[Person, str | None, list[Token]]]:
        with self._database.reading() as connection:
            return people_in(connection)

    def lacks(self) -> tuple[str, ...]:
        """Return the roles for which the server itself prints invitations: an administrator, and a
        second person to confirm the staff that an administrator lets in.
        """
        with self._database.reading() as connection:
            return _lacking(connection)

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
            _lock_links(connection, schema.invitations.c.name == name)
            administrators = _active(connection, (ADMINISTRATOR,), lock=True)
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
                _end_links_for(connection, name)
            if now.role != was.role or now.disabled:
                end_sessions_of(connection, name)
                end_tokens_of(connection, name)
        return now

    def password_marks(self, names: Collection[str]) -> dict[str, str]:
        """Return a mark of each one's password, by name: it changes with the password."""
        people = schema.people
        query = select(people.c.name, people.c.password_hash).where(people.c.name.in_(names))
        with self._database.reading() as connection:
            return {row.name: _mark(row.password_hash) for row in connection.execute(query)}

    def confirm(self, person: Person, mark: str = "", *, within: Connection | None = None) -> None:
        """Confirm the person. Raises NotWaiting if the person has changed since being looked at:
        the role, who made the change, and the password if its mark as seen is given.
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
        maps a number of failures to how long the name is locked for this address. Other addresses
        are not locked: nobody can lock a person out from elsewhere.
        """
        people = schema.people
        # A public name must not open the door of a person who signs in with another name.
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
        """Set the password and end all sessions, tokens and links for a new one, to shut out
        anybody who knew the old one or was to set another.
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

    # Invitations

    def invite(
        self, token_hash: str, invitation: Invitation, *, within: Connection | None = None
    ) -> None:
        values = {
            "token_hash": token_hash,
            "role": invitation.role,
            "name": invitation.name,
            "created_at": text_of(invitation.created_at),
            "expires_at": text_of(invitation.expires_at),
            "used_at": None,
            "made_by": invitation.made_by,
        }
        with self._writing(within) as connection:
            connection.execute(insert(schema.invitations).values(values))

    def links_of_the_server(self) -> dict[str, str]:
        """Return the roles of the server's invitations, used or not, by hash."""
        with self._database.reading() as connection:
            kept = invitations_in(connection)
        return {
            each.token_hash: each.invitation.role
            for each in kept
            if each.invitation.made_by == NOBODY
        }

    def invitation(self, token_hash: str, now: datetime) -> Invitation | None:
        with self._database.reading() as connection:
            return _open_invitation(connection, token_hash, now)

    def open_invitations(self, now: datetime) -> list[InvitationKept]:
        """Return the invitations that work, the first to expire first."""
        with self._database.reading() as connection:
            rows = _open_rows(connection, now)
        return [InvitationKept(row.token_hash, _invitation(row), False) for row in rows]

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
                invitation = _use(connection, token_hash, now)
                if invitation.name is not None:
                    return _come_back(connection, invitation.name, password_hash, person.waits)
                person = msgspec.structs.replace(person, role=invitation.role)
                _insert_person(connection, person, password_hash)
        except IntegrityError as error:
            raise NameTaken(person.login) from error
        return person

    def withdraw(self, token_hash: str, *, within: Connection | None = None) -> None:
        """Withdraw an invitation. Raises InvitationGone."""
        invitations = schema.invitations
        where = and_(invitations.c.token_hash == token_hash, invitations.c.used_at.is_(None))
        with self._writing(within) as connection:
            if connection.execute(delete(invitations).where(where)).rowcount != 1:
                raise InvitationGone(token_hash)

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
    """Return everybody with password hash and tokens, for comparisons."""
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


def invitations_in(connection: Connection) -> list[InvitationKept]:
    """Return the open invitations, and the used ones that are still kept."""
    rows = connection.execute(select(schema.invitations)).all()
    return [InvitationKept(row.token_hash, _invitation(row), row.used_at is not None)
            for row in rows]  # fmt: skip


def _invitation(row: Any) -> Invitation:
    created_at, expires_at = map(datetime.fromisoformat, (row.created_at, row.expires_at))
    return Invitation(row.role, row.name, row.made_by, created_at, expires_at)


def _of(name: str, address: str) -> ColumnElement[bool]:
    failures = schema.login_failures
    return and_(failures.c.name == name, failures.c.address == address)


def _failures(connection: Connection, name: str, address: str) -> Row[Any] | None:
    query = select(schema.login_failures).where(_of(name, address))
    return connection.execute(query).one_or_none()


def _lock(failures: Row[Any] | None, now: datetime) -> datetime | None:
    """Return the end of the lock while it lasts."""
    locked_until = time_of(failures.locked_until) if failures else None
    return locked_until if locked_until is not None and locked_until > now else None


def _count_failure(
    connection: Connection,
    name: str,
    address: str,
    before: Row[Any] | None,
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
    _end_links_for(connection, name)  # First, as when a link is used: nobody waits in a circle.
    changed = update(people).where(people.c.name == name).values(password_hash=password_hash)
    connection.execute(changed)
    connection.execute(delete(failures).where(failures.c.name == name))
    end_sessions_of(connection, name)
    end_tokens_of(connection, name)


def _active(connection: Connection, roles: tuple[str, ...], *, lock: bool = False) -> list[str]:
    """Return the confirmed, active people in these roles."""
    people = schema.people
    query = select(people.c.name).where(people.c.role.in_(roles), people.c.waits.is_(None))
    query = query.where(people.c.disabled.is_(False)).order_by(people.c.name)
    return list(connection.scalars(query.with_for_update() if lock else query))


def _lacking(connection: Connection) -> tuple[str, ...]:
    administrators = _active(connection, (ADMINISTRATOR,))
    confirmers = _active(connection, CONFIRMERS)
    first = () if administrators else (ADMINISTRATOR,)
    besides = len(confirmers) - bool(administrators)
    return first if besides else (*first, AUDITOR)


def _open_invitation(connection: Connection, token_hash: str, now: datetime) -> Invitation | None:
    rows = _open_rows(connection, now, schema.invitations.c.token_hash == token_hash)
    return _invitation(rows[0]) if rows else None


def _open_rows(
    connection: Connection, now: datetime, *which: ColumnElement[bool]
) -> list[Row[Any]]:
    """The invitations that work: unused, in time, and the maker is here and may still make them."""
    invitations = schema.invitations
    query = select(invitations).where(
        *which, invitations.c.used_at.is_(None), invitations.c.expires_at > text_of(now)
    )
    rows = connection.execute(query.order_by(invitations.c.expires_at)).all()
    if not rows:
        return []
    lacking = _lacking(connection)
    inviters, managers = _active(connection, INVITERS), _active(connection, MANAGERS)

    def works(row: Row[Any]) -> bool:
        if row.made_by == NOBODY:
            return row.role in lacking
        to_join_as_player = row.name is None and row.role == "player"
        return row.made_by in (inviters if to_join_as_player else managers)

    return [row for row in rows if works(row)]


def _lock_links(connection: Connection, which: ColumnElement[bool]) -> None:
    """Lock in a fixed order, so that two people using two of them cannot deadlock."""
    token_hash = schema.invitations.c.token_hash
    query = select(token_hash).where(which).order_by(token_hash).with_for_update()
    connection.execute(query).all()


def _end_links_for(connection: Connection, name: str) -> None:
    """End the open links that set a new password for this person."""
    invitations = schema.invitations
    opened = and_(invitations.c.name == name, invitations.c.used_at.is_(None))
    _lock_links(connection, opened)
    connection.execute(delete(invitations).where(opened))


def _use(connection: Connection, token_hash: str, now: datetime) -> Invitation:
    """Use an invitation; the server makes one per start, so using one uses up all of its role.

    One for a new password ends the others for that person, as any new password does.
    """
    invitations = schema.invitations
    itself = invitations.c.token_hash == token_hash
    whom = select(invitations.c.name).where(itself).scalar_subquery()
    _lock_links(
        connection, or_(itself, invitations.c.made_by == NOBODY, invitations.c.name == whom)
    )
    invitation = _open_invitation(connection, token_hash, now)
    if invitation is None:
        raise InvitationGone
    where = invitations.c.token_hash == token_hash
    if invitation.made_by == NOBODY:
        where = and_(
            invitations.c.made_by == NOBODY,
            invitations.c.role == invitation.role,
            invitations.c.used_at.is_(None),
        )
    connection.execute(update(invitations).where(where).values(used_at=text_of(now)))
    return invitation


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
