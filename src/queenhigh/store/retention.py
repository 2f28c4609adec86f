"""Deletion of data that need not be kept: finished sessions and invitations, invalid tokens, and
snapshots except the latest. The log, the money and the commands are kept for ever.
"""

from datetime import datetime

import msgspec
from sqlalchemy import ColumnElement, Connection, Table, and_, delete, func, or_, select

from . import schema
from .credentials import text_of
from .database import Database


class Retained(msgspec.Struct, frozen=True):
    """How many rows of each kind were deleted, and the size of the log, which is always kept."""

    sessions: int
    invitations: int
    tokens: int
    snapshots: int
    records_kept: int


def retain(database: Database, now: datetime, *, only_say: bool = False) -> Retained:
    """Delete what is no longer needed; safe while the service runs."""
    moment = text_of(now)
    sessions, invitations = schema.sessions.c, schema.invitations.c
    tokens, snapshots = schema.tokens.c, schema.snapshots
    newer = snapshots.alias()
    outdone = select(newer.c.version).where(
        and_(newer.c.stream == snapshots.c.stream, newer.c.version > snapshots.c.version)
    )
    over: list[tuple[Table, ColumnElement[bool]]] = [
        (schema.sessions, sessions.expires_at <= moment),
        (
            schema.invitations,
            or_(invitations.expires_at <= moment, invitations.used_at.is_not(None)),
        ),
        (schema.tokens, tokens.expires_at <= moment),
        (snapshots, outdone.exists()),
    ]
    with database.reading() if only_say else database.writing() as connection:
        dropped = {
            table.name: _drop(connection, table, condition, only_say=only_say)
            for table, condition in over
        }
        kept = int(connection.execute(select(schema.log_head.c["count"])).scalar_one())
    return Retained(**dropped, records_kept=kept)


def _drop(
    connection: Connection, table: Table, condition: ColumnElement[bool], *, only_say: bool
) -> int:
    if only_say:
        query = select(func.count()).select_from(table).where(condition)
        return int(connection.execute(query).scalar_one())
    return connection.execute(delete(table).where(condition)).rowcount
