"""The floor's tables: disposable projections of the log, and sealed identities.

All but `identities` are rebuilt from the log (`store.projections`): a migration that changes one
drops it. Times are ISO 8601 in UTC.
"""

from sqlalchemy import Boolean, Column, Index, Integer, LargeBinary, Table, Text

from .schema import Whole, metadata

floor_cursor = Table(  # One row: how far the log has been followed, and the form of the tables.
    "floor_cursor",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("position", Whole, nullable=False),
    Column("form", Text, nullable=False),
)

floor_tables = Table(  # Where following a table can resume: at the start of its round.
    "floor_tables",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("setup", Text, nullable=False),
    Column("version", Whole, nullable=False),
    Column("began", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("taken", Whole, nullable=False),  # The last version followed.
)

floor_rounds = Table(
    "floor_rounds",
    metadata,
    Column("position", Whole, primary_key=True, autoincrement=False),  # Of its last record.
    Column("table_id", Text, nullable=False),
    Column("house", Text, nullable=False),
    Column("currency", Text, nullable=False),
    Column("stakes", Text, nullable=False),
    Column("number", Whole, nullable=False),
    Column("deck", Integer, nullable=False),
    Column("first", Whole, nullable=False),
    Column("last", Whole, nullable=False),
    Column("began", Text, nullable=False),
    Column("locked", Text),
    Column("ended", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("dealer", Text, nullable=False),
    Column("dealer_cards", Text, nullable=False),  # In dealing order.
    Column("dealer_key", Text, nullable=False),  # Sorted.
    Column("dealer_category", Text, nullable=False),
    Column("qualifies", Boolean),
    Column("void", Text, nullable=False),
    Column("staked", Whole, nullable=False),
    Column("net", Whole, nullable=False),
    Column("jackpot", Whole, nullable=False),
    Column("fed", Whole, nullable=False),
    Column("seeded", Whole, nullable=False),
    Column("counted", Integer),
    Column("clause_set", Integer, nullable=False),
    Index(None, "table_id", "number"),
    Index(None, "table_id", "position"),
    Index(None, "dealer", "position"),
    Index(None, "house", "position"),
    Index(None, "ended"),
    Index(None, "day", "position"),
    Index(None, "dealer_category", "position"),
    Index(None, "dealer_key"),
    Index(None, "clause_set", "position"),
)

floor_seats = Table(
    "floor_seats",
    metadata,
    Column("position", Whole, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("patron", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("hand_key", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("decision", Text, nullable=False),
    Column("timed_out", Boolean, nullable=False),
    Column("staked", Whole, nullable=False),
    Column("paid", Whole, nullable=False),
    Column("net", Whole, nullable=False),
    Column("tokes_won", Whole, nullable=False),
    Column("fee", Whole, nullable=False),
    Column("large", Boolean, nullable=False),
    Column("verified_by", Text, nullable=False),
    Column("bets", Text, nullable=False),  # As JSON, by wager; see `floor_rows`.
    Column("tokes", Text, nullable=False),
    Index(None, "patron", "position"),
    Index(None, "category", "position"),
    Index(None, "hand_key"),
    Index(None, "net"),
    Index(None, "paid"),
    Index(None, "staked"),
    sqlite_with_rowid=False,
)

floor_tags = Table(  # Rare features: irregularity:wrong_count, remedy:void, notice:jackpot.
    "floor_tags",
    metadata,
    Column("tag", Text, primary_key=True),
    Column("position", Whole, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

floor_clause_sets = Table(  # Many rounds share the same clauses: each set is stored once.
    "floor_clause_sets",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("digest", Text, nullable=False, unique=True),
)

floor_clauses = Table(
    "floor_clauses",
    metadata,
    Column("clause", Text, primary_key=True),
    Column("clause_set", Integer, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

floor_totals = Table(
    "floor_totals",
    metadata,
    Column("stakes", Text, primary_key=True),
    Column("house", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("dealer", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("shift", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Index(None, "day"),
)

floor_meters = Table(
    "floor_meters",
    metadata,
    Column("link", Text, primary_key=True),
    Column("day", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("cause", Text, primary_key=True),
    Column("times", Whole, nullable=False),
    Column("meter", Whole, nullable=False),
    Column("reserve", Whole, nullable=False),
    Column("jackpot", Whole, nullable=False),
    Column("overflow", Whole, nullable=False),
)

floor_happenings = Table(
    "floor_happenings",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("version", Whole, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("day", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index(None, "day"),
    Index(None, "kind", "day"),
)

floor_cash = Table(
    "floor_cash",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", Whole, primary_key=True, autoincrement=False),
    Column("patron", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index(None, "at"),
    Index(None, "patron", "at"),
)

floor_forms = Table(
    "floor_forms",
    metadata,
    Column("payout", Text, primary_key=True),
    Column("patron", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index(None, "at"),
    Index(None, "patron"),
)

floor_notices = Table(
    "floor_notices",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index(None, "at"),
)

floor_acknowledgements = Table(
    "floor_acknowledgements",
    metadata,
    Column("notice", Text, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("body", Text, nullable=False),
)

floor_facts = Table(  # From the floor's own streams.
    "floor_facts",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", Whole, primary_key=True, autoincrement=False),
    Column("position", Whole, nullable=False),
    Column("kind", Text, nullable=False),  # compliance, conduct, dispute, notices, person, ...
    Column("at", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index(None, "kind", "position"),
)

# Not a projection: identities of patrons, sealed under a key that is kept elsewhere.
identities = Table(
    "identities",
    metadata,
    Column("patron", Text, primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("recorded_at", Text, nullable=False),
    Column("recorded_by", Text, nullable=False),
)

PROJECTIONS = (
    floor_cursor, floor_tables, floor_rounds, floor_seats, floor_tags, floor_clause_sets,
    floor_clauses, floor_totals, floor_meters, floor_happenings, floor_cash, floor_forms,
    floor_notices, floor_acknowledgements, floor_facts,
)  # fmt: skip
