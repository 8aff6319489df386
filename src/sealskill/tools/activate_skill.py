"""Open a skill: its text, which counts in every decision from then on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """Nothing outside our own sealed copies."""
    return Touches()


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """The wrapped text of the skill, with its folder and its files."""
    return hands.skills.activate(arguments["name"])


TOOL = Tool(
    known=MATRIX["activate_skill"],
    description="Read the instructions of a skill by its name. From then on the skill is active.",
    schema={
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": 200, "description": "The skill, as it is listed."}
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)
