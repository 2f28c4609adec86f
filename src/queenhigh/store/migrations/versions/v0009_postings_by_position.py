"""Postings are found only by their record: nothing looks them up by account."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.drop_index("ix_postings_account_position", "postings")
