"""The log, the money it moved, and the people."""

from alembic import op
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Text,
    UniqueConstraint,
)

revision = "0001"
down_revision = None

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    _log()
    _money()
    _people()


def _log() -> None:
    op.create_table(
        "records",
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        Column("stream", Text, nullable=False),
        Column("version", _WHOLE, nullable=False),
        Column("command", Text, nullable=False),
        Column("asked", Text, nullable=False),
        Column("event", Text, nullable=False),
        Column("previous", Text, nullable=False),
        Column("hash", Text, nullable=False),
        Column("seal", Text, nullable=False),
        PrimaryKeyConstraint("position", name="pk_records"),
        UniqueConstraint("stream", "version", name="uq_records_stream_version"),
    )
    op.create_table(
        "heads",
        Column("stream", Text, nullable=False),
        Column("count", _WHOLE, nullable=False),
        Column("hash", Text, nullable=False),
        PrimaryKeyConstraint("stream", name="pk_heads"),
    )
    log_head = op.create_table(
        "log_head",
        Column("id", Integer, nullable=False, autoincrement=False),
        Column("count", _WHOLE, nullable=False),
        Column("seal", Text, nullable=False),
        PrimaryKeyConstraint("id", name="pk_log_head"),
    )
    op.bulk_insert(log_head, [{"id": 1, "count": 0, "seal": ""}])
    op.create_table(
        "commands",
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        Column("id", Text, nullable=False),
        Column("stream", Text, nullable=False),
        Column("first", _WHOLE, nullable=False),
        Column("last", _WHOLE, nullable=False),
        Column("asked", Text, nullable=False),
        PrimaryKeyConstraint("position", name="pk_commands"),
        UniqueConstraint("id", name="uq_commands_id"),
    )
    op.create_table(
        "snapshots",
        Column("stream", Text, nullable=False),
        Column("version", _WHOLE, nullable=False, autoincrement=False),
        Column("body", LargeBinary, nullable=False),
        PrimaryKeyConstraint("stream", "version", name="pk_snapshots"),
    )
    op.create_table(
        "meta",
        Column("key", Text, nullable=False),
        Column("value", Text, nullable=False),
        PrimaryKeyConstraint("key", name="pk_meta"),
    )


def _money() -> None:
    op.create_table(
        "postings",
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        Column("leg", Integer, nullable=False, autoincrement=False),
        Column("account", Text, nullable=False),
        Column("cents", _WHOLE, nullable=False),
        PrimaryKeyConstraint("position", "leg", name="pk_postings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_postings_account_position", "postings", ["account", "position"])
    op.create_table(
        "balances",
        Column("account", Text, nullable=False),
        Column("cents", _WHOLE, nullable=False),
        PrimaryKeyConstraint("account", name="pk_balances"),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    op.create_table(
        "people",
        Column("name", Text, nullable=False),
        Column("display", Text, nullable=False),
        Column("role", Text, nullable=False),
        Column("password_hash", Text),
        Column("guest", Boolean, nullable=False),
        Column("disabled", Boolean, nullable=False),
        Column("failures", Integer, nullable=False),
        Column("locked_until", Text),
        Column("created_at", Text, nullable=False),
        PrimaryKeyConstraint("name", name="pk_people"),
    )
    op.create_table(
        "sessions",
        Column("token_hash", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("csrf", Text, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("expires_at", Text, nullable=False),
        PrimaryKeyConstraint("token_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table(
        "tokens",
        Column("token_hash", Text, nullable=False),
        Column("person", Text, nullable=False),
        Column("label", Text, nullable=False),
        Column("created_at", Text, nullable=False),
        Column("expires_at", Text),
        Column("last_used_at", Text),
        PrimaryKeyConstraint("token_hash", name="pk_tokens"),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])
    op.create_table(
        "invitations",
        Column("token_hash", Text, nullable=False),
        Column("role", Text, nullable=False),
        Column("name", Text),
        Column("created_at", Text, nullable=False),
        Column("expires_at", Text, nullable=False),
        Column("used_at", Text),
        Column("made_by", Text, nullable=False),
        PrimaryKeyConstraint("token_hash", name="pk_invitations"),
    )
