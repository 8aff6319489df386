"""What left this machine, or wanted to, for people: a line for each connection."""

from __future__ import annotations

import shlex
from typing import Any

from sealskill.report.audit_shapes import EntryRow


def line(row: EntryRow) -> str:
    """When, for whom, where, and what became of it; of one that was refused what would allow it."""
    detail: dict[str, Any] = row.detail if isinstance(row.detail, dict) else {}
    said = [row.time[:19].replace("T", " "), row.skill or row.tool or "-", str(detail.get("place") or "?")]
    said.append(row.action.partition(".")[2])
    if detail.get("address"):
        said.append(str(detail["address"]))
    if "sent" in detail:
        said.append(f"{detail['sent']} sent, {detail['received']} received")
    said += map(str, row.reasons if isinstance(row.reasons, list) else ())
    if detail.get("grant"):
        said.append(f"sealskill grants add {shlex.quote(row.skill or 'KEY')} --egress {detail['grant']}")
    return "  ".join(said)
