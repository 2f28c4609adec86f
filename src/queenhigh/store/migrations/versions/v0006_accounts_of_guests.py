"""A guest may make an account: log and books keep the guest's name; the sign-in name is another."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("people", Column("sign_in", Text))
    op.create_index("ix_people_sign_in", "people", ["sign_in"], unique=True)
