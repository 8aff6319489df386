"""Find skills that are not in the listing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """Nothing: it looks at names and descriptions that are in memory."""
    return Touches()


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Ready skills, best first."""
    return {"skills": hands.skills.find(arguments["query"], arguments.get("limit", 10))}


TOOL = Tool(
    known=MATRIX["find_skill"],
    description="Search the skills that may be used here, also those left out of the listing. Best answer first.",
    schema={
        "type": "object",
        "properties": {
            "query": {
                "type": "string", "minLength": 1, "maxLength": 1_000, "description": "Words of what is to be done.",
            },
            "limit": {"type": "integer", "minimum": 1, "maximum": 50, "default": 10, "description": "How many."},
        },
        "required": ["query"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
