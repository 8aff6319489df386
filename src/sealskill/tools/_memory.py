"""The folder of memory: notes as Markdown or text, written by people or by a tool that was allowed to.

A person names the folder in the settings; the arguments of a call choose only within it. So no call touches anything
else, and the tools are as safe as the folder is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from sealskill.errors import Failed, Refused
from sealskill.model.tool import Files

MOST_FILES, MOST_BYTES, MOST_OF_ONE = 2_000, 10_000_000, 1_000_000
"""What one search looks at: more is no memory but an archive."""
_DEEPEST = 8
_NOTES = (".md", ".markdown", ".txt")


def folder(settings: Mapping[str, Any]) -> str:
    """The folder that was set. Raises Failed where none is."""
    found = str(settings.get("folder", ""))
    if not found or not os.path.isdir(found):
        where = f": {found} is not there" if found else ""
        raise Failed(f"there is no memory{where}", advice="make that folder, or set tools.memory.folder to another")
    return found


def below(place: str, path: str) -> str:
    """A note by its path in the folder. Raises Refused for a path that leads out of it."""
    if os.path.isabs(path) or path.startswith("~") or ".." in path.split("/") or "\0" in path:
        raise Refused(f"{path!r} is no path in the memory")
    if not path.lower().endswith(_NOTES):
        raise Refused(f"{path!r} is no note", advice=f"notes end in {', '.join(_NOTES)}")
    return os.path.join(place, path)


def notes(files: Files, place: str) -> Iterator[tuple[str, str]]:
    """Path and text of every note, in the order of their paths, as far as one search goes. Links are not followed."""
    left, read, size = [("", 0)], 0, 0
    while left:
        path, depth = left.pop()
        for item in files.listing(os.path.join(place, path)):
            name = f"{path}/{item.name}".lstrip("/")
            if item.kind == "folder" and depth < _DEEPEST and not item.name.startswith("."):
                left.append((name, depth + 1))
            elif item.kind == "file" and item.name.lower().endswith(_NOTES) and item.size <= MOST_OF_ONE:
                read, size = read + 1, size + item.size
                if read > MOST_FILES or size > MOST_BYTES:
                    return
                yield name, files.read(os.path.join(place, name), MOST_OF_ONE).decode("utf-8", "replace")
