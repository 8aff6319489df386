"""Change several files at once, by a patch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sealskill.errors import Error, Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Files, Hands, Place, Tool
from sealskill.model.tools import MATRIX
from sealskill.tools._diff import difference
from sealskill.tools._patch import MOST_FILES, MOST_HUNKS, Change, Deed, applied, parse
from sealskill.tools._place import touching
from sealskill.tools._text import exact, shown
from sealskill.tools.edit import MOST_BYTES

LONGEST = 1_000_000
"""Characters of a patch."""


def touches(arguments: Mapping[str, Any], place: Place) -> Touches:
    """Every file the patch names. Raises Failed where it is no patch."""
    changes = parse(arguments["patch"])
    written = [path for change in changes for path in (change.path, change.to) if path]
    return touching(place, reads=[one.path for one in changes if one.deed is not Deed.ADD], writes=written)


def preview(arguments: Mapping[str, Any], files: Files) -> str:
    """What changes in each file."""
    return "\n".join(_act(change, files)[0] for change in parse(arguments["patch"]))


async def run(arguments: Mapping[str, Any], hands: Hands) -> Any:
    """Which files were added, changed, moved and deleted. All is worked out before the first file is touched."""
    changes = parse(arguments["patch"])
    acts = [(change, _act(change, hands.files)[1]) for change in changes]
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


def _act(change: Change, files: Files) -> tuple[str, Callable[[], None]]:
    """What changes, and the act that changes it, made ready: it fails now if it does not fit."""
    path, to = change.path, change.to
    if change.deed is Deed.ADD:
        data = _encoded(change.text)
        files.may_write(path, new=True)
        return difference(None, change.text, path), lambda: files.write(path, data, new=True)
    if not files.may_write(path):
        raise Failed(f"{path} is not there")
    if change.deed is Deed.DELETE:
        return difference(shown(files, path, MOST_BYTES), None, path), lambda: files.remove(path)
    before = files.read(path, MOST_BYTES)
    text = exact(before, path)
    changed = applied(text, change.hunks, path)
    after = _encoded(changed)
    said = difference(text, changed, path)
    if not to:
        return said, lambda: files.write(path, after, over=before)
    files.may_write(to, new=True)

    def moved() -> None:
        files.write(to, after, new=True)
        files.remove(path)

    return f"{said}\n(moved to {to})", moved


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
    preview=preview,
)
