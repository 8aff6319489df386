"""Replace a part of a file that stands in it exactly once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Files, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._diff import difference
from sealskill.tools._place import PATH, touching
from sealskill.tools._text import exact

MOST_BYTES = 4_000_000
"""A file that is edited: beyond are data, which a program should change."""
_TEXT = {"type": "string", "maxLength": 200_000}
_TOLD = 5
"""Lines that are named where a text stands more than once."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """The file, read and written."""
    return touching(place, reads=[arguments["path"]], writes=[arguments["path"]])


def preview(arguments: Mapping[str, Any], files: Files) -> str:
    """The lines that change."""
    before, after, _ = _edited(arguments, files)
    return difference(before.decode(), after.decode(), arguments["path"])


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """How often it was replaced, and the first line that changed."""
    before, after, said = _edited(arguments, hands.files)
    hands.files.write(arguments["path"], after, over=before)
    return said


def _edited(arguments: Mapping[str, Any], files: Files) -> tuple[bytes, bytes, Mapping[str, Any]]:
    """The bytes there, the bytes that are to be, and what is said of the change."""
    path = arguments["path"]
    files.may_write(path)  # before it is read: a file of a skill is not opened in vain
    data = files.read(path, MOST_BYTES)
    text = exact(data, path)
    old, new = _as_in(text, arguments["old_text"]), _as_in(text, arguments["new_text"])
    at = places(text, old)
    if not at:
        raise Failed(f"`old_text` does not stand in {path}{_hint(text, old)}", advice="read the file and copy the text")
    if len(at) > 1 and not arguments.get("all", False):
        lines = ", ".join(str(_line(text, one)) for one in at[:_TOLD])
        raise Failed(
            f"`old_text` stands in {path} more than once, on lines {lines}", advice="take more of what is around it"
        )
    try:
        changed = text.replace(old, new).encode()
    except UnicodeEncodeError:
        raise Failed("`new_text` is no Unicode text") from None
    if changed == data:
        raise Failed("`old_text` and `new_text` are the same")
    return data, changed, {"path": path, "replaced": text.count(old), "line": _line(text, at[0])}


def places(text: str, part: str) -> list[int]:
    """Where a part stands in a text, overlapping ones too, as far as they are told."""
    found, at = list[int](), text.find(part)
    while at >= 0 and len(found) < _TOLD:
        found.append(at)
        at = text.find(part, at + 1)
    return found


def _as_in(text: str, part: str) -> str:
    """A part with the line ends of the text: models write `\\n`, whatever the file has."""
    only_crlf = "\r\n" in text and text.count("\n") == text.count("\r\n")
    return part.replace("\r\n", "\n").replace("\n", "\r\n") if only_crlf else part


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _hint(text: str, old: str) -> str:
    """Where it would stand if blanks did not count."""
    wanted = next((line.strip() for line in old.splitlines() if line.strip()), "")
    lines = (number for number, line in enumerate(text.splitlines(), 1) if wanted and line.strip() == wanted)
    near = next(lines, None)
    return f"; line {near} is its first line but for blanks, or what follows differs" if near else ""


TOOL = Tool(
    known=MATRIX["edit"],
    description=(
        "Replace a text that stands in a file of the workspace exactly once, or with `all` everywhere. It is compared "
        "character by character, but for line ends. Nothing is written if the file changed meanwhile."
    ),
    schema={
        "type": "object",
        "properties": {
            "path": {**PATH, "description": "The file, from the workspace on or absolute."},
            "old_text": {**_TEXT, "minLength": 1, "description": "What stands there, exactly."},
            "new_text": {**_TEXT, "description": "What is to stand there."},
            "all": {"type": "boolean", "default": False, "description": "Replace it wherever it stands."},
        },
        "required": ["path", "old_text", "new_text"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
    preview=preview,
)
