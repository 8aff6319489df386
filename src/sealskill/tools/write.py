"""Write a file whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Files, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._diff import difference
from sealskill.tools._place import PATH, touching
from sealskill.tools._text import MOST_BYTES, shown

LONGEST = 2_000_000
"""Characters of one file: more is no text that a model wrote."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The file."""
    return touching(place, writes=[arguments["path"]])


def preview(arguments: Mapping[str, Any], files: Files) -> str:
    """The old text and the new one."""
    path, new = arguments["path"], arguments.get("new", False)
    after = _data(arguments).decode()
    there = files.may_write(path, new=new)
    return difference(shown(files, path, MOST_BYTES) if there else None, after, path)


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """How much was written."""
    path, data = arguments["path"], _data(arguments)
    hands.files.write(path, data, new=arguments.get("new", False))
    return {"path": path, "bytes": len(data)}


def _data(arguments: Mapping[str, Any]) -> bytes:
    try:
        content: str = arguments["content"]
        return content.encode()
    except UnicodeEncodeError as exc:
        raise Failed(f"the content is no Unicode text at character {exc.start}") from None


TOOL = Tool(
    known=MATRIX["write"],
    description=(
        "Write a text file of the workspace whole, in one step; missing folders are made. To change a part of a file "
        "use `edit`. Folders of skills, version control records and files that steer agents are refused."
    ),
    schema={
        "type": "object",
        "properties": {
            "path": {**PATH, "description": "The file, from the workspace on or absolute."},
            "content": {"type": "string", "maxLength": LONGEST, "description": "All of its text."},
            "new": {"type": "boolean", "default": False, "description": "Only where no such file is."},
        },
        "required": ["path", "content"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
    preview=preview,
)
