"""The tables of the database, as the migrations leave them. Rooms reach them through the database they are given."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, Integer, MetaData, Table, Text

EDITION = "0001"
"""The newest migration. A database that stands there needs no look at the others."""

TABLES = MetaData()

# A whole number of SQLite is a key of its own only under this very name.
_Number = BigInteger().with_variant(Integer(), "sqlite")


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


AUDIT = Table(
    "audit",
    TABLES,
    Column("sequence", _Number, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),  # microseconds since 1970: a fraction has more than one spelling
    _text("actor"),
    _text("category"),
    _text("action"),
    _text("session"),
    _text("call"),
    _text("skill"),
    _text("seal"),
    _text("tool"),
    _text("digest"),  # of the arguments, keyed
    Column("arguments", Text),  # JSON, redacted; only where the settings say so
    _text("decision"),
    _text("reasons"),  # JSON
    _text("answer"),
    _text("outcome"),
    _text("detail"),  # JSON
    _text("previous"),
    _text("hash"),
)

HEAD = Table(
    "audit_head",
    TABLES,
    Column("id", Integer, CheckConstraint("id = 1"), primary_key=True, autoincrement=False),
    Column("sequence", BigInteger, nullable=False),
    _text("hash"),
)
"""One row: the newest entry. Whoever writes holds it, so that the chain has no fork."""
