"""Read a text file, or some lines of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._place import PATH, touching
from sealskill.tools._text import MOST_BYTES, decoded, part

LINES = 2_000
"""Lines that are given where the call names no number."""
CAP = 64_000
"""Bytes of one answer: about 16,000 tokens."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The file."""
    return touching(place, reads=[arguments["path"]])


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """The lines, their numbers, and whether there are more."""
    path = arguments["path"]
    text = decoded(hands.files.read(path, MOST_BYTES), path)
    return {"path": path, **part(text, arguments.get("offset", 1), arguments.get("limit", LINES), CAP)}


TOOL = Tool(
    known=MATRIX["read"],
    description=(
        "Read a text file of the workspace, or of a skill. Gives at most "
        f"{LINES} lines and {CAP} bytes; `truncated` says that there is more, `next_offset` where it goes on."
    ),
    schema={
        "type": "object",
        "properties": {
            "path": {**PATH, "description": "The file, from the workspace on or absolute."},
            "offset": {"type": "integer", "minimum": 1, "default": 1, "description": "The first line, from 1."},
            "limit": {
                "type": "integer", "minimum": 1, "maximum": 20_000, "default": LINES, "description": "How many lines.",
            },
        },
        "required": ["path"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
