"""Change several files at once, by a patch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sealskill.errors import Error, Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._patch import MOST_FILES, MOST_HUNKS, Change, Deed, applied, parse
from sealskill.tools._place import touching
from sealskill.tools._text import exact
from sealskill.tools.edit import MOST_BYTES

LONGEST = 1_000_000
"""Characters of a patch."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """Every file the patch names. Raises Failed where it is no patch."""
    changes = parse(arguments["patch"])
    written = [path for change in changes for path in (change.path, change.to) if path]
    return touching(place, reads=[one.path for one in changes if one.deed is not Deed.ADD], writes=written)


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Which files were added, changed, moved and deleted. All is worked out before the first file is touched."""
    changes = parse(arguments["patch"])
    acts = [(change, _act(change, hands)) for change in changes]
    done: list[str] = []
    for change, act in acts:
        try:
            act()
        except Error as exc:
            so_far = f"; done before: {', '.join(done)}" if done else "; nothing was changed"
            raise type(exc)(f"{exc}{so_far}", advice=exc.advice) from exc
        done.append(f"{_WORDS[change.deed]} {change.path}{f' to {change.to}' if change.to else ''}")
    return {"done": done}


_WORDS = {Deed.ADD: "added", Deed.UPDATE: "changed", Deed.DELETE: "deleted"}


def _act(change: Change, hands: Hands) -> Callable[[], None]:
    """What is to be done for one change, made ready: it fails now if it does not fit."""
    files, path = hands.files, change.path
    if change.deed is Deed.ADD:
        data = _encoded(change.text)
        files.may_write(path, new=True)
        return lambda: files.write(path, data, new=True)
    before = files.read(path, MOST_BYTES)
    files.may_write(path)
    if change.deed is Deed.DELETE:
        return lambda: files.remove(path)
    after = _encoded(applied(exact(before, path), change.hunks, path))
    if not change.to:
        return lambda: files.write(path, after, over=before)

    files.may_write(change.to, new=True)

    def moved() -> None:
        files.write(change.to, after, new=True)
        files.remove(path)

    return moved


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Failed("the patch is no Unicode text") from None


TOOL = Tool(
    known=MATRIX["apply_patch"],
    description=(
        "Add, change, move and delete files of the workspace by one patch, as below. Lines that stay or go must stand "
        "in the file exactly, and once after the `@@` line. "
        f"At most {MOST_FILES} files in {MOST_HUNKS} changes. Nothing is touched unless all of it fits.\n"
        "*** Begin Patch\n*** Add File: new.txt\n+its lines\n*** Update File: a.py\n*** Move to: b.py\n"
        "@@ def greet():\n a line that stays\n-a line that goes\n+a line that comes\n"
        "*** Delete File: old.txt\n*** End Patch"
    ),
    schema={
        "type": "object",
        "properties": {
            "patch": {"type": "string", "minLength": 1, "maxLength": LONGEST, "description": "The whole patch."}
        },
        "required": ["patch"],
        "additionalProperties": False,
    },
    touches=touches,
    run=run,
)
