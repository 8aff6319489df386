"""Ask one address of the web, and read the answer as text."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Fetching, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._html import Page
from sealskill.tools._web import CAP, CHARS, HEADERS, SKILL, TIMEOUT, URL, decoded, kind, part, touching

_WITH_BODY = ("POST", "PUT", "PATCH")
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The host, with what is done there."""
    return touching(_request(arguments))


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Status and text; of a page what a reader would see."""
    answer = await hands.fetch(_request(arguments))
    said = {"url": answer.url, "status": answer.status, "content_type": kind(answer)}
    text = decoded(answer) if answer.body else ""
    if kind(answer) in ("text/html", "application/xhtml+xml") and not arguments.get("raw", False):
        page = Page(text, answer.url)
        text = await asyncio.to_thread(page.text)
        said["title"] = page.title
    return {**said, **part(text, arguments, cut=answer.truncated)}


def _request(arguments: Mapping[str, Any]) -> Fetching:
    if arguments.get("body") and arguments.get("method", "GET") not in _WITH_BODY:
        raise Failed(f"`body` goes with {', '.join(_WITH_BODY)}")
    try:
        body = arguments.get("body", "").encode()
    except UnicodeEncodeError:
        raise Failed("`body` is no Unicode text") from None
    return Fetching(
        url=arguments["url"], method=arguments.get("method", "GET"), headers=arguments.get("headers", {}), body=body,
        cap=CAP, timeout=TIMEOUT, skill=arguments.get("skill", ""),
    )  # fmt: skip


TOOL = Tool(
    known=MATRIX["web_fetch"],
    description=(
        "Ask an address of the public web. A page is given as text with its links; `raw` gives it as it came. Gives at "
        f"most {CHARS} characters of {CAP} bytes; `truncated` says that there is more, `next_offset` where it goes on."
    ),
    schema={
        "type": "object",
        "properties": {
            "url": URL,
            "method": {"type": "string", "enum": list(METHODS), "default": "GET", "description": "What is done there."},
            "headers": HEADERS,
            "body": {"type": "string", "maxLength": 1_000_000, "description": "What is sent, for POST, PUT and PATCH."},
            "raw": {"type": "boolean", "default": False, "description": "Leave a page as it came."},
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
