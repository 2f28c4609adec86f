"""The processes of a service that share a database, each with its lease."""

from alembic import op
from sqlalchemy import Column, Double, Integer, PrimaryKeyConstraint, Text

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "processes",
        Column("id", Text, nullable=False),
        Column("machine", Text, nullable=False),
        Column("port", Integer, nullable=False),
        Column("secret", Text, nullable=False),
        Column("renewed_at", Double, nullable=False),
        PrimaryKeyConstraint("id", name="pk_processes"),
    )
