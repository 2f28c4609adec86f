"""The floor: projections of the log, and sealed identities."""

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

revision = "0002"
down_revision = "0001"

_WHOLE = BigInteger().with_variant(Integer(), "sqlite")
_BETS = ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus", "progressive")


def upgrade() -> None:
    _following()
    _rounds()
    _sums()
    _facts()
    _identities()


def _following() -> None:
    op.create_table(
        "floor_cursor",
        Column("id", Integer, nullable=False, autoincrement=False),
        Column("position", _WHOLE, nullable=False),
        Column("form", Text, nullable=False),
        PrimaryKeyConstraint("id", name="pk_floor_cursor"),
    )
    op.create_table(
        "floor_tables",
        Column("stream", Text, nullable=False),
        Column("setup", Text, nullable=False),
        Column("version", _WHOLE, nullable=False),
        Column("began", Text, nullable=False),
        Column("body", LargeBinary, nullable=False),
        Column("taken", _WHOLE, nullable=False),
        PrimaryKeyConstraint("stream", name="pk_floor_tables"),
    )


def _rounds() -> None:
    op.create_table(
        "floor_rounds",
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        Column("table_id", Text, nullable=False),
        Column("house", Text, nullable=False),
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
        *(
            Column(f"{bet}_{part}", _WHOLE, nullable=False)
            for bet in _BETS
            for part in ("staked", "paid", "returned")
        ),
        Column("results", Text, nullable=False),
        Column("of_meter", _WHOLE, nullable=False),
        Column("six_card_award", Text, nullable=False),
        Column("progressive_award", Text, nullable=False),
        Column("match_play_paid", _WHOLE, nullable=False),
        Column("envy_paid", _WHOLE, nullable=False),
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
    op.create_table(
        "floor_tags",
        Column("tag", Text, nullable=False),
        Column("position", _WHOLE, nullable=False, autoincrement=False),
        PrimaryKeyConstraint("tag", "position", name="pk_floor_tags"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "floor_clause_sets",
        Column("id", Integer, nullable=False, autoincrement=False),
        Column("digest", Text, nullable=False),
        PrimaryKeyConstraint("id", name="pk_floor_clause_sets"),
        UniqueConstraint("digest", name="uq_floor_clause_sets_digest"),
    )
    op.create_table(
        "floor_clauses",
        Column("clause", Text, nullable=False),
        Column("clause_set", Integer, nullable=False, autoincrement=False),
        PrimaryKeyConstraint("clause", "clause_set", name="pk_floor_clauses"),
        sqlite_with_rowid=False,
    )


def _sums() -> None:
    op.create_table(
        "floor_totals",
        Column("stakes", Text, nullable=False),
        Column("house", Text, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("dealer", Text, nullable=False),
        Column("day", Text, nullable=False),
        Column("shift", Integer, nullable=False, autoincrement=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint(
            "stakes", "house", "table_id", "dealer", "day", "shift", name="pk_floor_totals"
        ),
    )
    op.create_index("ix_floor_totals_day", "floor_totals", ["day"])
    op.create_table(
        "floor_meters",
        Column("link", Text, nullable=False),
        Column("day", Text, nullable=False),
        Column("table_id", Text, nullable=False),
        Column("cause", Text, nullable=False),
        Column("times", _WHOLE, nullable=False),
        Column("meter", _WHOLE, nullable=False),
        Column("reserve", _WHOLE, nullable=False),
        Column("jackpot", _WHOLE, nullable=False),
        Column("overflow", _WHOLE, nullable=False),
        PrimaryKeyConstraint("link", "day", "table_id", "cause", name="pk_floor_meters"),
    )


def _facts() -> None:
    op.create_table(
        "floor_happenings",
        Column("table_id", Text, nullable=False),
        Column("version", _WHOLE, nullable=False, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("day", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint("table_id", "version", name="pk_floor_happenings"),
    )
    op.create_index("ix_floor_happenings_day", "floor_happenings", ["day"])
    op.create_index("ix_floor_happenings_kind_day", "floor_happenings", ["kind", "day"])
    op.create_table(
        "floor_cash",
        Column("stream", Text, nullable=False),
        Column("version", _WHOLE, nullable=False, autoincrement=False),
        Column("patron", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint("stream", "version", name="pk_floor_cash"),
    )
    op.create_index("ix_floor_cash_at", "floor_cash", ["at"])
    op.create_index("ix_floor_cash_patron_at", "floor_cash", ["patron", "at"])
    op.create_table(
        "floor_forms",
        Column("payout", Text, nullable=False),
        Column("patron", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint("payout", name="pk_floor_forms"),
    )
    op.create_index("ix_floor_forms_at", "floor_forms", ["at"])
    op.create_index("ix_floor_forms_patron", "floor_forms", ["patron"])
    op.create_table(
        "floor_notices",
        Column("id", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("about", Text, nullable=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint("id", name="pk_floor_notices"),
    )
    op.create_index("ix_floor_notices_at", "floor_notices", ["at"])
    op.create_table(
        "floor_acknowledgements",
        Column("notice", Text, nullable=False),
        Column("role", Text, nullable=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint("notice", "role", name="pk_floor_acknowledgements"),
    )
    op.create_table(
        "floor_facts",
        Column("stream", Text, nullable=False),
        Column("version", _WHOLE, nullable=False, autoincrement=False),
        Column("position", _WHOLE, nullable=False),
        Column("kind", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("body", Text, nullable=False),
        PrimaryKeyConstraint("stream", "version", name="pk_floor_facts"),
    )
    op.create_index("ix_floor_facts_kind_position", "floor_facts", ["kind", "position"])


def _identities() -> None:
    op.create_table(
        "identities",
        Column("patron", Text, nullable=False),
        Column("sealed", LargeBinary, nullable=False),
        Column("recorded_at", Text, nullable=False),
        Column("recorded_by", Text, nullable=False),
        PrimaryKeyConstraint("patron", name="pk_identities"),
    )
