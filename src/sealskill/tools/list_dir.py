"""List what a folder holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._place import PATH, touching

ITEMS = 500
"""Entries that are given where the call names no number."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The folder."""
    return touching(place, reads=[arguments.get("path", ".")])


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """The entries by name, and how many there are."""
    path, first = arguments.get("path", "."), arguments.get("offset", 1)
    items = hands.files.listing(path)
    told = items[first - 1 : first - 1 + arguments.get("limit", ITEMS)]
    last = first - 1 + len(told)
    more = {"next_offset": last + 1} if last < len(items) else {}
    entries = [{"name": _spelled(one.name), "kind": one.kind, "size": one.size} for one in told]
    return {"path": path, "entries": entries, "total": len(items), "truncated": len(told) < len(items), **more}


def _spelled(name: str) -> str:
    """A name in characters; bytes that are none are escaped, so that an answer can be written down."""
    return name.encode("utf-8", "backslashreplace").decode()


TOOL = Tool(
    known=MATRIX["list_dir"],
    description=(
        "List a folder of the workspace, or of a skill: name, kind (file, folder, link, other) and size of each entry. "
        f"Gives at most {ITEMS} entries unless `limit` says otherwise; `truncated` says that there are more."
    ),
    schema={
        "type": "object",
        "properties": {
            "path": {**PATH, "default": ".", "description": "The folder, from the workspace on or absolute."},
            "offset": {"type": "integer", "minimum": 1, "default": 1, "description": "The first entry, from 1."},
            "limit": {
                "type": "integer", "minimum": 1, "maximum": 5_000, "default": ITEMS, "description": "How many entries.",
            },
        },
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
