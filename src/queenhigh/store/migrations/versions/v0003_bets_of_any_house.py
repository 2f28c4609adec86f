"""Bets of a seat by wager, whatever wagers a house has. The projections are made again."""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, PrimaryKeyConstraint, Text

revision = "0003"
down_revision = "0002"

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    op.execute("DELETE FROM floor_cursor")  # So that the log is followed from its beginning.
    op.drop_table("floor_seats")
    op.create_table(
        "floor_seats",
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        Column("seat", Integer, nullable=False, autoincrement=False),
        Column("patron", Text, nullable=False),
        Column("cards", Text, nullable=False),
        Column("hand_key", Text, nullable=False),
        Column("category", Text, nullable=False),
        Column("decision", Text, nullable=False),
        Column("timed_out", Boolean, nullable=False),
        Column("staked", _WHOLE, nullable=False),
        Column("paid", _WHOLE, nullable=False),
        Column("net", _WHOLE, nullable=False),
        Column("tokes_won", _WHOLE, nullable=False),
        Column("fee", _WHOLE, nullable=False),
        Column("large", Boolean, nullable=False),
        Column("verified_by", Text, nullable=False),
        Column("bets", Text, nullable=False),
        Column("tokes", Text, nullable=False),
        PrimaryKeyConstraint("position", "seat", name="pk_floor_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_floor_seats_category_position", "floor_seats", ["category", "position"])
    op.create_index("ix_floor_seats_hand_key", "floor_seats", ["hand_key"])
    op.create_index("ix_floor_seats_net", "floor_seats", ["net"])
    op.create_index("ix_floor_seats_paid", "floor_seats", ["paid"])
    op.create_index("ix_floor_seats_patron_position", "floor_seats", ["patron", "position"])
    op.create_index("ix_floor_seats_staked", "floor_seats", ["staked"])
