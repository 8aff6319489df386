"""Settings from the environment and from the command line, read into the same stream as those of files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from sealskill.model.settings import Shown
from sealskill.settings.kinds import Where
from sealskill.settings.parse import Unparsed, yaml
from sealskill.settings.shape import Each, Key, Leaf, at
from sealskill.settings.walk import Fault, Given, Stream, near_to, walk

GENERIC = "SEALSKILL__"
EXTERNAL = ("SEALSKILL_EXTERNAL_DIRS", "ONGRID_SKILLS_EXTERNAL_DIRS")
VARIABLES: Mapping[str, str] = {
    "SEALSKILL_HOME": "Our own folder, absolute, instead of `~/.sealskill`.",
    "SEALSKILL_AGENT": "The agent in use, by its id under `agents`.",
    "SEALSKILL_EXTERNAL_DIRS": "Replaces `skills.load.external_dirs`: absolute paths, separated by colons or commas.",
    "ONGRID_SKILLS_EXTERNAL_DIRS": "Another name for `SEALSKILL_EXTERNAL_DIRS`. Both may be set only if they agree.",
    "SEALSKILL__…": "Any setting, its path in capitals joined by two underscores, its value in YAML: "
    "`SEALSKILL__SKILLS__LIMITS__MAX_DEPTH=4`.",
}

# A colon is part of every absolute path on Windows, so it separates nothing there.
_BETWEEN_FOLDERS = re.compile("[,;\n]" if os.name == "nt" else "[:,;\n]")
_UNCLEAR = "does not say which {} it means: name it in a settings file"
_EXTERNAL_KEY: Key = ("skills", "load", "external_dirs")


def variables(environ: Mapping[str, str], below: Mapping[Key, Any], where: Where) -> Stream:
    """Yield what the environment sets. `below` are the settings of the files, whose entries a variable may name."""
    given: dict[Key, Given] = {}
    for item in _all(environ, below, where):
        if isinstance(item, Given):
            before = given.setdefault(item.key, item)
            if before.value != item.value:
                # Not repeated: these may be secrets.
                yield Fault(says=f"{before.source} and {item.source} set `{'.'.join(item.key)}` to different values")
        else:
            yield item
    yield from given.values()


def strangers(environ: Mapping[str, str]) -> Iterator[Shown]:
    """Yield the variables that carry our name and mean nothing to us. Their values are not shown."""
    for name in sorted(environ):
        if name.startswith("SEALSKILL_") and not name.startswith(GENERIC) and name not in VARIABLES:
            # Without the beginning they all share, which would make everything look alike.
            near = near_to(name[10:], [known[10:] for known in VARIABLES if known.startswith("SEALSKILL_")])
            hint = f": did you mean SEALSKILL_{near}?" if near else ""
            yield Shown(key=name, value=None, source=f"environment {name}", ignored=f"no such variable{hint}")


def command_line(overrides: Mapping[str, Any], where: Where) -> Stream:
    """Yield what the command line sets: dotted names and their values."""
    for dotted, value in overrides.items():
        if dotted == "agent":  # No setting: it says whose settings count.
            continue
        yield from walk(_nested(tuple(dotted.split(".")), _plain(value)), "command line", where)


def _all(environ: Mapping[str, str], below: Mapping[Key, Any], where: Where) -> Stream:
    for name in EXTERNAL:
        if name in environ:
            folders = [part.strip() for part in _BETWEEN_FOLDERS.split(environ[name])]
            tree = _nested(_EXTERNAL_KEY, [folder for folder in folders if folder])
            yield from walk(tree, f"environment {name}", where)
    for name in sorted(environ):
        if name.startswith(GENERIC):
            yield from _generic(name, environ[name], below, where)


def _generic(name: str, raw: str, below: Mapping[Key, Any], where: Where) -> Stream:
    key = _key(name, below)
    if isinstance(key, Fault):
        yield key
        return
    try:
        value = _value(raw, key)
    except Unparsed:
        yield Fault(says=f"environment {name} is not a YAML value")
        return
    yield from walk(_nested(key, value), f"environment {name}", where)


def _value(raw: str, key: Key) -> Any:
    """What a variable says. A secret and plain text mean themselves, unless a secret is written as a map."""
    node = at(key)
    if isinstance(node, Leaf) and node.kind.verbatim and not raw.lstrip().startswith("{"):
        return raw
    return yaml(raw)


def _key(name: str, below: Mapping[Key, Any]) -> Key | Fault:
    """The setting a variable names. What follows `ENV` is itself a variable's name and keeps its case."""
    key: Key = ()
    for part in name.removeprefix(GENERIC).split("__"):
        node = at(key)
        if isinstance(node, Each) and node.of == "variable":
            key = (*key, part)
        elif isinstance(node, Each):
            found = _named_below(key, part, below)
            if found is None:
                return Fault(
                    says=f"environment {name} does not say which {node.of} it means: name it in a settings file"
                )
            key = (*key, found)
        else:
            key = (*key, part.lower())
    return key


def _named_below(key: Key, part: str, below: Mapping[Key, Any]) -> str | None:
    """The one entry of the files that a variable can mean: capitals cannot tell `-` from `_`."""
    names = {held[len(key)] for held in below if held[: len(key)] == key}
    alike = [name for name in names if re.sub(r"\W", "_", name).lower() == part.lower()]
    if not alike and "_" not in part:
        return part.lower()
    return alike[0] if len(alike) == 1 else None


def _nested(key: Key, value: Any) -> Any:
    for part in reversed(key):
        value = {part: value}
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, PurePath):
        return str(value)
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
