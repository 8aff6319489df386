"""Get one address of the web as it is: status, headers and body."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.model.call import Touches
from sealskill.model.tool import Fetching, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._web import CAP, CHARS, HEADERS, SKILL, TIMEOUT, URL, decoded, part, touching

_TOLD = (
    "content-type",
    "content-length",
    "last-modified",
    "etag",
    "location",
    "link",
    "retry-after",
    "x-ratelimit-remaining",
)
"""Headers that say something to a model; cookies and the like are not its business."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The host."""
    return touching(_request(arguments))


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Status, headers and the text of the body."""
    answer = await hands.fetch(_request(arguments))
    headers = {name: answer.headers[name] for name in _TOLD if name in answer.headers}
    text = decoded(answer) if answer.body else ""
    said = {"url": answer.url, "status": answer.status, "headers": headers}
    return {**said, **part(text, arguments, cut=answer.truncated)}


def _request(arguments: Mapping[str, Any]) -> Fetching:
    return Fetching(
        url=arguments["url"], method=arguments.get("method", "GET"), headers=arguments.get("headers", {}), cap=CAP,
        timeout=TIMEOUT, skill=arguments.get("skill", ""),
    )  # fmt: skip


TOOL = Tool(
    known=MATRIX["http_get"],
    description=(
        "Get an address of the public web as it is, for programs' interfaces. Gives status, headers and at most "
        f"{CHARS} characters of the body; `truncated` says that there is more, `next_offset` where it goes on."
    ),
    schema={
        "type": "object",
        "properties": {
            "url": URL,
            "method": {"type": "string", "enum": ["GET", "HEAD"], "default": "GET", "description": "GET, or HEAD."},
            "headers": HEADERS,
            "offset": {"type": "integer", "minimum": 0, "default": 0, "description": "The first character, from 0."},
            "max_chars": {
                "type": "integer", "minimum": 1, "maximum": 200_000, "default": CHARS,
                "description": "How many characters.",
            },
            "skill": SKILL,
        },
        "required": ["url"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)  # fmt: skip
