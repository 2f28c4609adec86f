"""Postings are found by their record alone: nothing asks for those of an account."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.drop_index("ix_postings_account_position", "postings")
