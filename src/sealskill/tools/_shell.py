"""What a command line names, asked before the decision: the programs in it, and where each of them is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sealskill.errors import Failed
from sealskill.model.call import Touches
from sealskill.model.tool import Hands, Place, Running
from sealskill.tools._place import PATH, real, touching

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

SHELL = ("/bin/sh", "-c")
"""What reads a command that is one text."""
TIMEOUT, LONGEST = 60, 600
"""Seconds a command may take where the call names none, and at most."""
MAX_TEXT = 8_192
"""Bytes of a command line that are looked through; a longer one is told as unclear, and decided as such."""

FIELDS: Mapping[str, Any] = {
    "command": {
        "type": "string", "minLength": 1, "maxLength": 100_000,
        "description": "A command line, read by /bin/sh. Give this or `argv`.",
    },
    "argv": {
        "type": "array", "minItems": 1, "maxItems": 1_000,
        "items": {"type": "string", "maxLength": 100_000},
        "description": "A program and its arguments, run without a shell. Give this or `command`.",
    },
    "skill": {
        "type": "string", "maxLength": 200,
        "description": "The skill it is run for: its grants and secrets apply. Without it, the only active one's.",
    },
    "cwd": {**PATH, "description": "The folder it starts in; the workspace where none is named."},
}  # fmt: skip
"""The arguments that say what is run, of every tool that runs something."""


def touched(arguments: Mapping[str, Any], place: Place) -> Touches:
    """What is run, with every program it names, and the folder it starts in. Raises Failed where it is no command."""
    cwd = arguments.get("cwd", "")
    folder = touching(place, reads=[cwd] if cwd else [])
    start = (real(cwd, place) if cwd else str(place.workspace)) or ""
    command, argv = _one(arguments)
    named, unclear = ({argv[0]}, ()) if argv else _named(command)
    return Touches(
        reads=folder.reads,
        command=command,
        argv=argv,
        programs={name: found(name, place.path, start) for name in sorted(named)},
        unconfined=not place.confined,
        unclear=(*folder.unclear, *unclear),
    )


def running(arguments: Mapping[str, Any], hands: Hands) -> Running:
    """The command as it is to be run. Raises Failed where it is none, Refused for a folder nobody may work in."""
    command, argv = _one(arguments)
    return Running(
        argv=argv or (*SHELL, command),
        cwd=hands.files.folder(arguments.get("cwd", ".")),
        timeout=float(arguments.get("timeout", TIMEOUT)),
        skill=arguments.get("skill", ""),
    )


def found(name: str, path: str, start: str) -> str | None:
    """The real path a program's name resolves to in a folder; None where it resolves to none."""
    if not name or "\0" in name:
        return None
    if "/" in name and not start:
        return None
    if "/" in name:
        places = [os.path.join(start, name)]
    else:
        # An empty or relative part of PATH would be a folder of whoever chose where we stand.
        places = [os.path.join(folder, name) for folder in path.split(os.pathsep) if os.path.isabs(folder)]
    there = next((one for one in places if os.path.isfile(one) and os.access(one, os.X_OK)), None)
    return os.path.realpath(there) if there else None


def _one(arguments: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The text or the words, whichever was given."""
    command, argv = arguments.get("command", ""), tuple(arguments.get("argv", ()))
    # Said here and not by `oneOf` in the schema: some models' endpoints take no schema that begins with a choice.
    if bool(command) == bool(argv):
        raise Failed("name either `command` or `argv`")
    if any("\0" in word for word in (command, *argv)):
        raise Failed("a command cannot hold a zero byte")
    return command, argv


def _named(command: str) -> tuple[set[str], tuple[str, ...]]:
    """The names of programs in a text, as they are written, and what cannot be told."""
    data = command.encode("utf-8", "replace")
    if len(data) > MAX_TEXT:
        return set(), (f"a command line of {len(data)} bytes",)
    root = _parser().parse(data).root_node
    names = {data[one.start_byte : one.end_byte].decode("utf-8", "replace") for one in _names(root)}
    return names, ("a command line that cannot be read",) if root.has_error else ()


def _names(root: Node) -> Iterator[Node]:
    left = [root]
    while left:
        node = left.pop()
        if node.type == "command_name":
            yield node
        left += node.children


@cache
def _parser() -> Parser:
    import tree_sitter  # late: only a command line needs the grammar
    import tree_sitter_bash

    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_bash.language()))
