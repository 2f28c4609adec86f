"""Bets of a seat by wager, whatever wagers a house has, and the currency of a round.

Only projections changed: those of an older version are dropped, and rebuilt in their new form.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

_PROJECTIONS = (
    "cursor", "tables", "rounds", "seats", "tags", "clause_sets", "clauses", "totals", "meters",
    "happenings", "cash", "forms", "notices", "acknowledgements", "facts",
)  # fmt: skip


def upgrade() -> None:
    for name in _PROJECTIONS:
        op.drop_table(f"floor_{name}", if_exists=True)
