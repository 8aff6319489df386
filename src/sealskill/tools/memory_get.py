"""Read a note of the memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._memory import MOST_OF_ONE, below, folder
from sealskill.tools._place import PATH
from sealskill.tools._text import decoded, part

LINES, CAP = 500, 32_000
"""Lines and bytes of one answer."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """Nothing but the folder a person named: see `_memory`. Raises Refused for a path out of it."""
    below("", arguments["path"])
    return Touches()


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """The lines, their numbers, and whether there are more."""
    path = arguments["path"]
    text = decoded(hands.files.read(below(folder(hands.settings), path), MOST_OF_ONE), path)
    return {"path": path, **part(text, arguments.get("offset", 1), arguments.get("limit", LINES), CAP)}


TOOL = Tool(
    known=MATRIX["memory_get"],
    description=f"Read a note of the memory, at most {LINES} lines and {CAP} bytes at once.",
    schema={
        "type": "object",
        "properties": {
            "path": {**PATH, "description": "The note, as `memory_search` names it."},
            "offset": {"type": "integer", "minimum": 1, "default": 1, "description": "The first line, from 1."},
            "limit": {
                "type": "integer", "minimum": 1, "maximum": 5_000, "default": LINES, "description": "How many lines.",
            },
        },
        "required": ["path"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
