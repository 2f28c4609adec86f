"""The tables of a database: the log, the money it moved, and the people.

One description for SQLite and PostgreSQL. A change here needs a migration beside it
(store/migrations); a test compares the two.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    Table,
    Text,
    UniqueConstraint,
)

# SQLAlchemy does not know the types of columns in tables made like these.
TableRow = Row[Any]
Expression = ColumnElement[Any]  # Made of such columns.
Selection = Select[Any]  # It yields such rows.

# A 64-bit key; SQLite has a fast primary key only for the type INTEGER.
Whole = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# The log and what is derived from it. Nothing here ever changes, except heads and balances, which
# are sums over the log, and snapshots, which save replaying a long history.

records = Table(
    "records",
    metadata,
    Column("position", Whole, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("version", Whole, nullable=False),
    Column("command", Text, nullable=False),
    Column("asked", Text, nullable=False),  # The hash of the command as sent.
    Column("event", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("seal", Text, nullable=False),
    UniqueConstraint("stream", "version"),
)

heads = Table(
    "heads",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("count", Whole, nullable=False),
    Column("hash", Text, nullable=False),
)

log_head = Table(  # One row.
    "log_head",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("count", Whole, nullable=False),
    Column("seal", Text, nullable=False),
)

# Append-only tables are keyed by log position, so that writes go to one end: a key by stream would
# touch a page for every table at every commit.
postings = Table(
    "postings",
    metadata,
    Column("position", Whole, primary_key=True, autoincrement=False),  # Of its record.
    Column("leg", Integer, primary_key=True, autoincrement=False),
    Column("account", Text, nullable=False),
    Column("cents", Whole, nullable=False),
    sqlite_with_rowid=False,
)

balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", Whole, nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("position", Whole, primary_key=True, autoincrement=False),  # Of its first record.
    Column("id", Text, nullable=False, unique=True),
    Column("stream", Text, nullable=False),
    Column("first", Whole, nullable=False),
    Column("last", Whole, nullable=False),
    Column("asked", Text, nullable=False),
)

snapshots = Table(  # Keeps a snapshot near every moment of a long history.
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", Whole, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)

meta = Table(
    "meta",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

# The processes that serve one PostgreSQL together; unused on SQLite, which has only one.
processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("machine", Text, nullable=False),
    Column("port", Integer, nullable=False),  # For others on the same machine.
    Column("secret", Text, nullable=False),  # Sent first, as proof of access to this table.
    Column("renewed_at", Double, nullable=False),  # Seconds, by the database's clock.
)

# People. Times are ISO 8601 in UTC; only hashes of secrets are kept.

people = Table(
    "people",
    metadata,
    Column("name", Text, primary_key=True),
    Column("display", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("password_hash", Text),
    Column("guest", Boolean, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("sign_in", Text),  # Name used to sign in; null: `name`.
    Column("waits", Text),  # The people who may not confirm this member of staff; null: confirmed.
    Index("ix_people_sign_in", "sign_in", unique=True),
)

login_failures = Table(
    "login_failures",
    metadata,
    Column("name", Text, primary_key=True),
    Column("address", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("failed_at", Text, nullable=False, index=True),
    Column("locked_until", Text),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("csrf", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False, index=True),
)

tokens = Table(  # For programs.
    "tokens",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("person", Text, nullable=False, index=True),
    Column("label", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text),
    Column("last_used_at", Text),
    Column("scopes", Text),  # Separated by spaces; null: made before there were scopes.
)

invitations = Table(
    "invitations",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("name", Text),
    Column("created_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    Column("used_at", Text),
    Column("made_by", Text, nullable=False),
)

from . import floor_schema  # noqa: E402, F401 The rest of the tables, on the same metadata.
