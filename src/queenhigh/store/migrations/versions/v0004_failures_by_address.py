"""Wrong passwords are counted for a name and an address together, no longer for the name."""

from alembic import op
from sqlalchemy import Column, Integer, PrimaryKeyConstraint, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "login_failures",
        Column("name", Text, nullable=False),
        Column("address", Text, nullable=False),
        Column("failures", Integer, nullable=False),
        Column("failed_at", Text, nullable=False),
        Column("locked_until", Text),
        PrimaryKeyConstraint("name", "address", name="pk_login_failures"),
    )
    op.create_index("ix_login_failures_failed_at", "login_failures", ["failed_at"])
    op.drop_column("people", "failures")
    op.drop_column("people", "locked_until")
