"""Who may let people in, and the links that let them in.

Times are passed in, and only hashes of secrets reach this module.
"""

from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from ..table.roles import FLOOR
from . import schema
from .credentials import Keys, text_of
from .schema import TableRow

ADMINISTRATOR: Final[Literal["administrator"]] = "administrator"
AUDITOR: Final = "auditor"
CONFIRMERS: Final = (ADMINISTRATOR, "surveillance", AUDITOR)  # May confirm staff let in by others.
MANAGERS: Final = (ADMINISTRATOR,)  # May invite staff, and anybody to set a new password.
INVITERS: Final = (*FLOOR, *MANAGERS)  # May invite players.
NOBODY: Final = ""  # The maker of the server's own invitations.
FOR_EVER: Final = datetime(9999, 12, 31, tzinfo=UTC)
_MARK: Final = 16  # Characters of a link's hash that serve as its id.


class Invitation(msgspec.Struct, frozen=True):
    role: str
    name: str | None  # Set: a new password for an existing person.
    made_by: str
    created_at: datetime
    expires_at: datetime


class Link(NamedTuple):
    """An invitation, without the secret that opens it."""

    token_hash: str
    invitation: Invitation
    used: bool = False

    @property
    def id(self) -> str:
        return self.token_hash[:_MARK]


class InvitationGone(Exception):
    """The invitation was used, expired, withdrawn, or never made."""


class Invitations(Keys):
    """The invitations; each call is one transaction, safe across processes."""

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
        """The roles of the server's invitations, used or not, by hash."""
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

    def open_invitations(self, now: datetime) -> list[Link]:
        """The valid invitations, the first to expire first."""
        with self._database.reading() as connection:
            rows = _open_rows(connection, now)
        return [Link(row.token_hash, _invitation(row)) for row in rows]

    def withdraw(self, token_hash: str, *, within: Connection | None = None) -> None:
        """Withdraw an invitation. Raises InvitationGone."""
        invitations = schema.invitations
        where = and_(invitations.c.token_hash == token_hash, invitations.c.used_at.is_(None))
        with self._writing(within) as connection:
            if connection.execute(delete(invitations).where(where)).rowcount != 1:
                raise InvitationGone(token_hash)


def invitations_in(connection: Connection) -> list[Link]:
    """The open invitations, and the used ones that are still kept."""
    rows = connection.execute(select(schema.invitations)).all()
    return [Link(row.token_hash, _invitation(row), row.used_at is not None)
            for row in rows]  # fmt: skip


def _invitation(row: TableRow) -> Invitation:
    created_at, expires_at = map(datetime.fromisoformat, (row.created_at, row.expires_at))
    return Invitation(row.role, row.name, row.made_by, created_at, expires_at)


def active(connection: Connection, roles: tuple[str, ...], *, lock: bool = False) -> list[str]:
    """The confirmed, active people in these roles."""
    people = schema.people
    query = select(people.c.name).where(people.c.role.in_(roles), people.c.waits.is_(None))
    query = query.where(people.c.disabled.is_(False)).order_by(people.c.name)
    return list(connection.scalars(query.with_for_update() if lock else query))


def lacking(connection: Connection) -> tuple[str, ...]:
    administrators = active(connection, (ADMINISTRATOR,))
    confirmers = active(connection, CONFIRMERS)
    first = () if administrators else (ADMINISTRATOR,)
    besides = len(confirmers) - bool(administrators)
    return first if besides else (*first, AUDITOR)


def _open_invitation(connection: Connection, token_hash: str, now: datetime) -> Invitation | None:
    rows = _open_rows(connection, now, schema.invitations.c.token_hash == token_hash)
    return _invitation(rows[0]) if rows else None


def _open_rows(
    connection: Connection, now: datetime, *which: ColumnElement[bool]
) -> list[TableRow]:
    """The valid invitations: unused, not expired, and by somebody who may still make them."""
    invitations = schema.invitations
    query = select(invitations).where(
        *which, invitations.c.used_at.is_(None), invitations.c.expires_at > text_of(now)
    )
    rows = connection.execute(query.order_by(invitations.c.expires_at)).all()
    if not rows:
        return []
    missing = lacking(connection)
    inviters, managers = active(connection, INVITERS), active(connection, MANAGERS)

    def works(row: TableRow) -> bool:
        if row.made_by == NOBODY:
            return row.role in missing
        to_join_as_player = row.name is None and row.role == "player"
        return row.made_by in (inviters if to_join_as_player else managers)

    return [row for row in rows if works(row)]


def lock_links(connection: Connection, which: ColumnElement[bool]) -> None:
    """Lock in a fixed order, so that two people using two of them cannot deadlock."""
    token_hash = schema.invitations.c.token_hash
    query = select(token_hash).where(which).order_by(token_hash).with_for_update()
    connection.execute(query).all()


def end_links_for(connection: Connection, name: str) -> None:
    """End the open links that set a new password for this person."""
    invitations = schema.invitations
    opened = and_(invitations.c.name == name, invitations.c.used_at.is_(None))
    lock_links(connection, opened)
    connection.execute(delete(invitations).where(opened))


def use(connection: Connection, token_hash: str, now: datetime) -> Invitation:
    """Use an invitation; the server makes one per start, so using one uses up all of its role.

    Using one for a new password ends the person's others, as any new password does.
    """
    invitations = schema.invitations
    itself = invitations.c.token_hash == token_hash
    whom = select(invitations.c.name).where(itself).scalar_subquery()
    lock_links(connection, or_(itself, invitations.c.made_by == NOBODY, invitations.c.name == whom))
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
