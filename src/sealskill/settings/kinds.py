"""What a setting may hold: each kind turns what a file says into the value we use, or says what it should have been.

No message repeats the value it refuses: a secret put in the wrong place must not end up on a screen or in a log.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sealskill.model.value import Value

# Control characters, halves of characters, direction marks and what has no width: none belongs in a name or a path, and
# all fool a reader. The joiners of Persian and Indic words (200c, 200d) stay.
_UNSPEAKABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)
# A count beyond this fits no database column and no C library we hand it to.
_LARGEST = 2**63 - 1
# Beyond it a price is a slip of the finger, or no number.
_DEAREST = 1e9
# Free maps go to skill authors and to JSON; neither needs more, and recursion has to end somewhere.
_DEEPEST = 64


class Wrong(Exception):
    """What a value has to be. It never says what the value is."""


class Where(Value):
    """What `~` and relative paths are relative to."""

    home: Path
    folder: Path


class Kind(Value):
    """One kind of setting: `says` names it for people, `read` checks it, `show` is what may be printed of it."""

    says: str
    read: Callable[[Any, Where], Any]
    show: Callable[[Any], Any] = lambda value: value
    verbatim: bool = False
    """Environment text is taken as it stands, never parsed: a secret may look like anything."""


class Bag(dict[str, Any]):
    """A free map. Its author may keep secrets in it, so it shows only its names."""

    def __repr__(self) -> str:
        return f"Bag({', '.join(map(str, self))})"

    def __rich_repr__(self) -> Iterator[str]:
        yield ", ".join(map(str, self))


def text(value: Any) -> str:
    """The value if it is readable text."""
    if not isinstance(value, str):
        raise Wrong(f"must be text, not {spoken(value)}")
    if not value.strip():
        raise Wrong("must not be empty")
    if _UNSPEAKABLE.search(value):
        raise Wrong("must not hold control characters")
    return value


def spoken(value: Any) -> str:
    """The type of a value, in the words of a settings file."""
    if value is None:
        return "nothing (leave the key out instead)"
    known = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", tuple: "a list"}
    return known.get(type(value), "a map" if isinstance(value, Mapping) else "something else")


def path(value: Any, where: Where) -> str:
    """An absolute path: `~` is the home folder, anything relative starts at the folder of its file."""
    written = text(value)
    if written.startswith("$"):
        raise Wrong("does not expand variables: write the path out, or start it with `~/`")
    return str(where.folder / _expanded(written, where))


def flag(value: Any, where: Where) -> bool:
    """True or false, and no other way of writing it."""
    if not isinstance(value, bool):
        raise Wrong(f"must be true or false, not {spoken(value)}")
    return value


def count(least: int) -> Kind:
    """A whole number that is at least `least`."""
    says = "a positive whole number" if least else "a whole number, 0 or more"

    def read(value: Any, where: Where) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Wrong(f"must be {says}, not {spoken(value) if not isinstance(value, float) else 'a fraction'}")
        if not least <= value <= _LARGEST:
            raise Wrong(f"must be {says}" if value < least else "is larger than any count")
        return value

    return Kind(says=says, read=read)


def price(value: Any, where: Where) -> float:
    """An amount of money that is no debt."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Wrong(f"must be a number, not {spoken(value)}")
    if not 0 <= value <= _DEAREST:  # not a number compares as neither
        raise Wrong("must be a price, 0 or more")
    return float(value)


def listed(says: str, one: Callable[[Any, Where], Any]) -> Kind:
    """A list of things; a repeated one counts once."""

    def read(value: Any, where: Where) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)):
            raise Wrong(f"must be {says}, not {spoken(value)}: write it in [brackets]")
        return tuple(dict.fromkeys(one(item, where) for item in value))

    return Kind(says=says, read=read)


def choice(*names: str) -> Callable[[Any, Where], str]:
    """One of a few words."""

    def read(value: Any, where: Where) -> str:
        if value not in names:
            raise Wrong(f"must be one of {', '.join(names)}")
        return str(value)

    return read


def command(value: Any, where: Where) -> tuple[str, ...]:
    """A program and its words, which no shell reads. A program with a slash is a path; another is looked up."""
    if not isinstance(value, (list, tuple)) or not value:
        raise Wrong(f"must be a list of words, not {spoken(value) if value else 'an empty one'}")
    program, *rest = (text(word) for word in value)
    return (path(program, where) if "/" in program else program, *rest)


def folder_as_written(value: Any, where: Where) -> str:
    """A folder that may stay relative: the loader says so in its log, which is what its format promises."""
    return _expanded(text(value), where)


def bag(value: Any, where: Where) -> Bag:
    """A free map with text keys, not nested without end."""
    if not isinstance(value, Mapping):
        raise Wrong(f"must be a map, not {spoken(value)}")
    waiting: list[tuple[Any, int]] = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        if depth > _DEEPEST:
            raise Wrong(f"is nested deeper than {_DEEPEST} levels")
        waiting += [(inner, depth + 1) for inner in _inside(item)]
    return Bag(value)


def _inside(item: Any) -> list[Any]:
    if isinstance(item, Mapping):
        if not all(isinstance(key, str) and not _UNSPEAKABLE.search(key) for key in item):
            raise Wrong("has a key that is not readable text")
        return list(item.values())
    if isinstance(item, str) and re.search("[\x00\ud800-\udfff]", item):
        raise Wrong("holds text that is not Unicode")
    if not isinstance(item, (str, bool, int, float, list, tuple, type(None))):
        raise Wrong("holds a date or another value that JSON has no word for: write it as text")
    return list(item) if isinstance(item, (list, tuple)) else []


def host_config(value: Any, where: Where) -> Bag | Path:
    """A free map, or the path of the host's own file, which is not opened here: first it must be clear who asks."""
    return Path(path(value, where)) if isinstance(value, (str, os.PathLike)) else bag(value, where)


def _names(value: Bag | Path) -> Any:
    return str(value) if isinstance(value, Path) else tuple(value)


def _expanded(written: str, where: Where) -> str:
    if written == "~" or written.startswith("~/"):
        return str(where.home / written[2:])
    if written.startswith("~"):
        raise Wrong("names somebody else's home: write the whole path")
    return written


FLAG = Kind(says="true or false", read=flag)
TEXT = Kind(says="text", read=lambda value, where: text(value), verbatim=True)
PRICE = Kind(says="a number, 0 or more", read=price)
NAMES = listed("a list of names", lambda value, where: text(value))
PATH = Kind(says="a path", read=path)
PATHS = listed("a list of paths", path)
FOLDERS = listed("a list of absolute paths", folder_as_written)
COMMAND = Kind(says="a list of words", read=command, show=lambda words: words[:1])
BAG = Kind(says="a map", read=bag, show=tuple)
HOST_CONFIG = Kind(says="a map, or the path of a JSON5 file", read=host_config, show=_names)
