"""A member of staff is confirmed by a second person. Existing staff count as confirmed."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("people", Column("waits", Text))
