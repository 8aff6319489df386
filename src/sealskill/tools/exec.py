"""Run a command to its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._output import CAP, told
from sealskill.tools._shell import FIELDS, LONGEST, TIMEOUT, running, touched


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """What is run, and the folder it starts in."""
    return touched(arguments, place)


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Exit code, signal and both streams. A command that fails has failed; that is no error of the tool."""
    return told(await hands.run(running(arguments, hands)))


TOOL = Tool(
    known=MATRIX["exec"],
    description=(
        f"Run a command to its end, at most {LONGEST} seconds ({TIMEOUT} unless `timeout` says otherwise). Gives the "
        f"exit code and what it printed; of more than {CAP} characters the beginning and the end. Use `process` for "
        "what runs on or waits for input."
    ),
    schema={
        "type": "object",
        "properties": {
            **FIELDS,
            "timeout": {
                "type": "number", "exclusiveMinimum": 0, "maximum": LONGEST, "default": TIMEOUT,
                "description": "Seconds it may take.",
            },
        },
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
