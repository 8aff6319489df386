"""Keys given twice: what parsers let pass, or refuse without a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# In valid JSON5 a colon outside strings and comments always follows the name of a member, so only these matter.
_TOKEN = re.compile(
    r"""(?P<comment>//[^\n\r\u2028\u2029]*|/\*.*?\*/)
      | (?P<name>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s\ufeff{}\[\]:,"'/]+)
      | (?P<mark>[{}:])""",
    re.DOTALL | re.VERBOSE,
)


def members(tree: Any) -> int:
    """How many members the maps of a parsed value have together."""
    total, waiting = 0, [tree]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Mapping):
            total += len(item)
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return total


def written_members(text: str) -> tuple[int, int]:
    """How many members valid JSON5 writes down, and the line of the first that repeats a name (0 if none does)."""
    count, line, name = 0, 0, ""
    open_maps: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        if token["name"]:
            name = token["name"]
        elif token["mark"] == "{":
            open_maps.append(set())
        elif token["mark"] == "}":
            open_maps.pop()
        elif token["mark"] == ":":
            count += 1
            spelled = _spelled(name)
            line = line or (text.count("\n", 0, token.start()) + 1 if spelled in open_maps[-1] else 0)
            open_maps[-1].add(spelled)
    return count, line


def _spelled(name: str) -> str:
    """A member's name with its escapes resolved, as the parser will see it."""
    import pyjson5  # late: only a JSON5 file needs it

    if name[0] in "\"'":
        return str(pyjson5.decode(name))
    return str(next(iter(pyjson5.decode(f"{{{name}:0}}"))))


def written_twice_in_yaml(text: str) -> int:
    """The line of the first key that its map already has, 0 if it cannot be found. The parser gives none at the top."""
    import yaml  # late: only a faulty file needs it

    open_maps: list[tuple[set[str], list[bool]] | None] = []
    try:
        for event in yaml.parse(text, Loader=yaml.CBaseLoader):
            if isinstance(event, yaml.CollectionEndEvent):
                open_maps.pop()
            elif isinstance(event, yaml.NodeEvent):
                if open_maps and open_maps[-1] and _repeats(open_maps[-1], event):
                    return _line(event)
                if isinstance(event, yaml.CollectionStartEvent):
                    open_maps.append((set(), [False]) if isinstance(event, yaml.MappingStartEvent) else None)
    except (yaml.YAMLError, ValueError):
        return 0
    return 0


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


def _repeats(one_map: tuple[set[str], list[bool]], event: Any) -> bool:
    """Whether this node is a key of the map that was there before. Keys and values take turns."""
    seen, turn = one_map
    turn[0] = not turn[0]
    spelled = getattr(event, "value", None)
    if not turn[0] or spelled is None:
        return False
    repeats = spelled in seen
    seen.add(spelled)
    return repeats
