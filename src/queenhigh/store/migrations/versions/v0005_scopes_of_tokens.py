"""A token may have fewer rights than its person. Those made before keep all of them."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tokens", Column("scopes", Text))
