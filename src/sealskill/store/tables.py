"""The tables of the database, as the migrations leave them. Rooms reach them through the database they are given."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, Double, Integer, MetaData, Table, Text

EDITION = "0003"
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
    Column("anchored", BigInteger, nullable=False),
)
"""One row: the newest entry, and up to where it is anchored. Whoever writes holds it, so that the chain has no fork."""

NOTED = Table(
    "audit_noted",
    TABLES,
    Column("kind", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    _text("value"),
)
"""What was last recorded of things that are recorded only when they change: verdicts, blocked loads, the policy."""


def _key(name: str) -> Column[str]:
    return Column(name, Text, primary_key=True)


def _time(name: str, *, known: bool = True) -> Column[float]:
    return Column(name, Double, nullable=not known)


def _nth() -> Column[int]:
    return Column("number", Integer, primary_key=True, autoincrement=False)


CHANGES = Table(
    "changes",
    TABLES,
    _key("id"),
    _text("digest"),  # of all that an answer is bound to
    _text("kind"),
    _text("state"),
    _text("ruling"),
    _text("session"),
    _time("asked"),
    _time("expires"),
    _text("question"),  # JSON
    _text("ended_by"),
    _text("reason"),
    _text("owner"),  # whoever acts on it
    _time("lease"),
)

SIGNATURES = Table("signatures", TABLES, _key("change"), _nth(), _text("person"), _time("at"))

JOURNAL = Table(
    "journal", TABLES, _key("change"), _nth(), _text("piece"), Column("undone", Boolean, nullable=False)
)  # fmt: skip

GRANTS = Table(
    "grants",
    TABLES,
    _key("id"),
    _text("change"),
    _text("document"),  # JSON
    _text("by"),  # JSON
    _time("at"),
    _time("revoked", known=False),
)

REMEMBERED = Table(
    "remembered",
    TABLES,
    _key("id"),
    _text("digest"),
    _text("tool"),
    _text("persona"),
    _text("seal"),
    _text("requester"),
    _text("arguments"),  # JSON
    _text("open"),  # JSON
    _text("by"),
    _time("at"),
    _time("expires"),
    _time("revoked", known=False),
)

PEOPLE = Table(
    "people",
    TABLES,
    _key("name"),
    _text("hash"),
    _time("since"),
    _text("by"),
    _time("revoked", known=False),
)

ATTEMPTS = Table(
    "attempts",
    TABLES,
    _key("name"),  # its digest: whoever mistypes may have typed a secret
    Column("failures", Integer, nullable=False),
    _time("until"),
)

STOPS = Table("stops", TABLES, _key("session"), _text("why"), _text("by"), _time("at"))
"""Which sessions are stopped; "" is all of them."""
