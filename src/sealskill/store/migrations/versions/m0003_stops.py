"""The switch that stops sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table; one row is one stop."""
    op.create_table(
        "stops",
        sa.Column("session", sa.Text, primary_key=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
