"""The audit for people: a line for each entry, a page for one, and what a look at all of it found."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sealskill.report.audit_shapes import EntryRow, VerifyDocument
from sealskill.report.page import Block, Page, Table, page

_COLUMNS = ("No", "Time (UTC)", "Who", "What", "Tool", "Skill", "Decision", "Outcome")


def entries(rows: Sequence[EntryRow]) -> Page:
    """A table of entries, the newest last."""
    table = Table(columns=_COLUMNS, rows=tuple(map(_cells, rows)), gives=(5, 7, 4), shares=(2, 5))
    return page(Block(table=table))


def line(row: EntryRow) -> str:
    """One entry on one line, for whoever follows."""
    return "  ".join(cell for cell in _cells(row) if cell)


def _cells(row: EntryRow) -> tuple[str, ...]:
    time = row.time[:19].replace("T", " ")
    return (str(row.sequence), time, row.actor, row.action, row.tool, row.skill, row.decision, row.outcome)


def entry(row: EntryRow) -> Page:
    """Everything that an entry says."""
    said = {name: getattr(row, name) for name in EntryRow.__struct_fields__ if name not in ("reasons", "detail")}
    rows = tuple((name, _text(value)) for name, value in said.items() if value not in ("", None))
    reasons = row.reasons if isinstance(row.reasons, list) else [row.reasons] if row.reasons else []
    return page(
        Block(table=Table(rows=rows)),
        Block(title="Reasons", lines=tuple(map(str, reasons))) if reasons else None,
        Block(title="Detail", lines=tuple(_text(row.detail, indent=2).splitlines())) if row.detail else None,
    )


def _text(value: object, indent: int | None = None) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=indent)


def verified(found: VerifyDocument) -> Page:
    """What is proven, what is only consistent, and the first entry that is neither."""
    return page(Block(title=_title(found), lines=(*_proof(found), *found.doubts, *found.notes)))


def _title(found: VerifyDocument) -> str:
    if found.breach is not None:
        return f"x broken: {found.breach.why}"
    many = "1 entry" if found.entries == 1 else f"{found.entries:,} entries"
    return f"{'+ whole' if found.ok else '! could not look at all of it'}: {many}"


def _proof(found: VerifyDocument) -> tuple[str, ...]:
    """Never more than can be seen from here."""
    if found.proven:
        said = [f"Up to entry {found.proven} nobody changed anything since {found.proven_at}: a checkpoint says so."]
    else:
        said = ["No checkpoint confirms any of it: whoever may write to the database may have written all of it anew."]
    if found.breach is None and found.last > found.proven > 0:
        first = (
            f"Entry {found.last} agrees"
            if found.last == found.proven + 1
            else f"The {found.last - found.proven} after it agree"
        )
        said.append(f"{first} with what stands before, and no more is known.")
    return tuple(said)
