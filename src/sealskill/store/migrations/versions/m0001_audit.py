"""The audit, its head, and what was last noted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_TEXTS = (
    "actor category action session call skill seal tool digest arguments decision reasons answer outcome detail "
    "previous hash"
)


def upgrade() -> None:
    """Make the tables, and a head that stands before the first entry."""
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "audit",
        sa.Column("sequence", number, primary_key=True, autoincrement=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Text, nullable=name == "arguments") for name in _TEXTS.split()),
    )
    head = op.create_table(
        "audit_head",
        sa.Column("id", sa.Integer, sa.CheckConstraint("id = 1"), primary_key=True, autoincrement=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("anchored", sa.BigInteger, nullable=False),
    )
    op.bulk_insert(head, [{"id": 1, "sequence": 0, "hash": "0" * 64, "anchored": 0}])
    op.create_table(
        "audit_noted",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
