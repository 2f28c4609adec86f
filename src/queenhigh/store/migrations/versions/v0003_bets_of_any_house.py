"""Bets of a seat by wager, whatever wagers a house has, and the currency of a round.

The projections are made again.
"""

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Integer, PrimaryKeyConstraint, Text

revision = "0003"
down_revision = "0002"

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")


def upgrade() -> None:
    op.execute("DELETE FROM floor_cursor")  # So that the log is followed from its beginning.
    op.drop_table("floor_rounds")
    op.drop_table("floor_seats")
    _rounds()
    _seats()


def _rounds() -> None:
    op.create_table(
        "floor_rounds",
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        Column("table_id", Text, nullable=False),
        Column("house", Text, nullable=False),
        Column("currency", Text, nullable=False),
        Column("stakes", Text, nullable=False),
        Column("number", _WHOLE, nullable=False),
        Column("deck", Integer, nullable=False),
        Column("first", _WHOLE, nullable=False),
        Column("last", _WHOLE, nullable=False),
        Column("began", Text, nullable=False),
        Column("locked", Text),
        Column("ended", Text, nullable=False),
        Column("day", Text, nullable=False),
        Column("dealer", Text, nullable=False),
        Column("dealer_cards", Text, nullable=False),
        Column("dealer_key", Text, nullable=False),
        Column("dealer_category", Text, nullable=False),
        Column("qualifies", Boolean),
        Column("void", Text, nullable=False),
        Column("staked", _WHOLE, nullable=False),
        Column("net", _WHOLE, nullable=False),
        Column("jackpot", _WHOLE, nullable=False),
        Column("fed", _WHOLE, nullable=False),
        Column("seeded", _WHOLE, nullable=False),
        Column("counted", Integer),
        Column("clause_set", Integer, nullable=False),
        PrimaryKeyConstraint("position", name="pk_floor_rounds"),
    )
    op.create_index(
        "ix_floor_rounds_clause_set_position", "floor_rounds", ["clause_set", "position"]
    )
    op.create_index("ix_floor_rounds_day_position", "floor_rounds", ["day", "position"])
    op.create_index("ix_floor_rounds_dealer_position", "floor_rounds", ["dealer", "position"])
    op.create_index(
        "ix_floor_rounds_dealer_category_position", "floor_rounds", ["dealer_category", "position"]
    )
    op.create_index("ix_floor_rounds_dealer_key", "floor_rounds", ["dealer_key"])
    op.create_index("ix_floor_rounds_ended", "floor_rounds", ["ended"])
    op.create_index("ix_floor_rounds_house_position", "floor_rounds", ["house", "position"])
    op.create_index("ix_floor_rounds_table_id_number", "floor_rounds", ["table_id", "number"])
    op.create_index("ix_floor_rounds_table_id_position", "floor_rounds", ["table_id", "position"])


def _seats() -> None:
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
