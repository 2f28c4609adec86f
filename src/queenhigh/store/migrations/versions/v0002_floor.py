"""Sealed identities. The floor's projections came with them: `_upgrade` creates those last."""

from alembic import op
from sqlalchemy import Column, LargeBinary, PrimaryKeyConstraint, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "identities",
        Column("patron", Text, nullable=False),
        Column("sealed", LargeBinary, nullable=False),
        Column("recorded_at", Text, nullable=False),
        Column("recorded_by", Text, nullable=False),
        PrimaryKeyConstraint("patron", name="pk_identities"),
    )
