"""Changes, grants, people and what is remembered."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables, and let nobody hold one question open twice or sign one twice."""
    _make("changes", ["id"], "digest kind state ruling session question ended_by reason owner", "asked expires lease")
    _make("signatures", ["change"], "person", "at", _nth())
    _make("journal", ["change"], "piece", "", _nth(), sa.Column("undone", sa.Boolean, nullable=False))
    _make("grants", ["id"], "change document by", "at", _sometime("revoked"))
    _make(
        "remembered", ["id"], "digest tool persona seal requester arguments open by", "at expires",
        _sometime("revoked"),
    )  # fmt: skip
    _make("people", ["name"], "hash by", "since", _sometime("revoked"))
    _make("attempts", ["name"], "", "until", sa.Column("failures", sa.Integer, nullable=False))
    live = sa.text("state IN ('pending', 'approved_once', 'approved')")
    op.create_index("one_open", "changes", ["digest"], unique=True, sqlite_where=live, postgresql_where=live)
    op.create_index("one_voice", "signatures", ["change", "person"], unique=True)
    op.create_index("by_state", "changes", ["state", "session"])
    op.create_index("by_asked", "changes", ["asked"])
    op.create_index("by_tool", "remembered", ["tool"])


def _make(name: str, key: list[str], texts: str, times: str, *more: sa.Column[Any]) -> None:
    op.create_table(
        name,
        *(sa.Column(one, sa.Text, primary_key=True) for one in key),
        *(sa.Column(one, sa.Text, nullable=False) for one in texts.split()),
        *(sa.Column(one, sa.Double, nullable=False) for one in times.split()),
        *more,
    )


def _sometime(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Double, nullable=True)


def _nth() -> sa.Column[Any]:
    return sa.Column("number", sa.Integer, primary_key=True, autoincrement=False)
