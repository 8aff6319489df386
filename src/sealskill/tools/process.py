"""Start a command that runs on, look at it, write to it, end it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._output import CAP, shortened
from sealskill.tools._shell import FIELDS, running, touched

TIMEOUT, LONGEST = 3_600, 86_400
"""Seconds a command may run on where the call names none, and at most: an hour, a day."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """What is started. Looking at it, or ending it, touches nothing else; what is written to it may be any order."""
    if arguments["action"] == "start":
        return touched(arguments, place)
    if arguments["action"] == "write":
        return Touches(unconfined=not place.confined, unclear=("what a running command makes of its input",))
    return Touches(own=True)


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """What became of it, with the lines since it was last looked at."""
    action = arguments["action"]
    if action == "start":
        started = await hands.start(running({"timeout": TIMEOUT, **arguments}, hands))
        return {"id": started.id, **_told(started.poll())}
    if not arguments.get("id"):
        raise Failed(f"`{action}` needs the `id` that `start` gave")
    process = hands.process(arguments["id"])
    if action == "write":
        await process.write(arguments.get("text", ""))
    elif action == "kill":
        await process.kill()
    return {"id": process.id, **_told(process.poll())}


def _told(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """A poll with its lines as one text, cut where there are too many."""
    whole = "\n".join(said["lines"])
    text = shortened(whole)
    rest = {name: value for name, value in said.items() if name != "lines" and value is not None}
    return {**rest, "text": text, "truncated": text != whole or "left_out" in rest}


TOOL = Tool(
    known=MATRIX["process"],
    description=(
        "Start a command that runs on (`start`), see what it printed since the last look (`poll`), hand it input "
        f"(`write`), end it and everything it started (`kill`). Gives at most {CAP} characters at once. What was "
        "started ends with the session at the latest."
    ),
    schema={
        "type": "object",
        "properties": {
            "action": {
                "type": "string", "enum": ["start", "poll", "write", "kill"], "description": "What is to be done.",
            },
            **FIELDS,
            "timeout": {
                "type": "number", "exclusiveMinimum": 0, "maximum": LONGEST, "default": TIMEOUT,
                "description": "Seconds it may run on.",
            },
            "id": {"type": "string", "maxLength": 100, "description": "What `start` gave, for the other actions."},
            "text": {
                "type": "string", "maxLength": 100_000,
                "description": "What `write` hands to its standard input, line ends included.",
            },
        },
        "required": ["action"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
