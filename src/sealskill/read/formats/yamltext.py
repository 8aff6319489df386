"""YAML as every reader understands it, or an error: the one way a file of this room is parsed.

`ryaml` is strict on duplicate keys and bounded in depth, but it copies what an alias names, takes time quadratic in the
depth of brackets, and keeps tags and merge keys that other readers act on. What could hurt or be read in two ways is
refused before it sees the text.
"""

from __future__ import annotations

import re
from typing import Any

import ryaml

from sealskill.read.formats.format import unusable

# The parser gives up at 128 and needs the square of the depth to get there: 1,000 is two milliseconds.
_MAX_BRACKETS = 1_000
# What aliases may repeat in all, in characters: as much as a whole manifest may hold.
_MAX_EXPANDED = 256_000
_BRACKET = re.compile(r"[\[\]{}]")
_SIGN = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f\x85\u2028\u2029]")
# A text with none of these holds neither such a sign nor an anchor, an alias, a tag or a merge key: most hold none.
_ODD = re.compile(_SIGN.pattern[:-1] + "&*!<]")
# Where an anchor, an alias, a tag or a merge key may begin. A plain `*` of some prose is looked at twice, that is all.
_UNUSUAL = re.compile(r"(?:^|[\s\[{,:?-])(?:[&*!]\S|<<)")
_TWICE = re.compile(r'duplicate entry with key "([^"\n]{1,200})"$')
_CORE_TAGS = frozenset(f"tag:yaml.org,2002:{name}" for name in ("str", "int", "float", "bool", "null", "map", "seq"))


class Refused(ValueError):
    """The text is YAML, and one that hurts or deceives: nothing about it is to be mended."""


class Twofold(Refused):
    """Readers make different things of the text."""


def load(text: str) -> Any:
    """The one document of a text. Raises ValueError, with ` at line N column M` where the place is known."""
    _refuse_deep(text)
    if _ODD.search(text):
        _refuse_odd(text)
    try:
        loaded = ryaml.loads(text)
    except RecursionError as exc:
        raise Refused("it is nested too deeply") from exc
    except ValueError as exc:
        kind = Twofold if _TWICE.match(str(exc)) else ValueError
        raise kind(str(exc) + _repeated(text, str(exc))) from exc
    why = unusable(loaded)
    if why:
        raise Refused(why)
    return loaded


def written(text: str) -> dict[str, Any]:
    """The mapping of a text with every scalar as the string that was written. Raises ValueError if a second parser
    cannot read it."""
    import yaml  # late: only files with unquoted numbers, booleans or nulls need the second view

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        loaded = yaml.load(text, Loader=loader)  # noqa: S506  the base loader makes nothing but strings
    except (yaml.YAMLError, RecursionError) as exc:
        raise ValueError(f"another YAML parser refuses it: {exc}") from exc
    return loaded if isinstance(loaded, dict) else {}


def _refuse_deep(text: str) -> None:
    if text.count("[") + text.count("{") <= _MAX_BRACKETS:
        return
    depth = 0
    for found in _BRACKET.finditer(text):
        depth = max(depth + (1 if found[0] in "[{" else -1), 0)
        if depth > _MAX_BRACKETS:
            raise Refused("it is nested too deeply" + _place(text.count("\n", 0, found.start()), 0))


def _refuse_odd(text: str) -> None:
    strange = _SIGN.search(text)
    if strange:
        said = f"U+{ord(strange[0]):04X} is an error or the end of a line, as the reader likes"
        raise Twofold(said + _place(text.count("\n", 0, strange.start()), 0))
    if _UNUSUAL.search(text):
        _inspect(text)


def _repeated(text: str, said: str) -> str:
    """Where a top-level key stands for the second time: the parser names the key and not the place."""
    named = _TWICE.match(said)
    if named is None:
        return ""
    plain = re.escape(named[1])
    places = [found.start() for found in re.finditer(rf"^[\"']?{plain}[\"']?[ \t]*:", text, re.MULTILINE)]
    return _place(text.count("\n", 0, places[1]), 0) if len(places) > 1 else ""


def _place(line: int, column: int) -> str:
    return f" at line {line + 1} column {column + 1}"


def _inspect(text: str) -> None:
    """Refuse tags, merge keys, and aliases that would repeat too much, from the events alone: nothing is expanded."""
    import yaml  # late: few texts hold anything that looks like an anchor or a tag

    sizes: dict[str, int] = {}
    pending: list[tuple[str | None, int]] = []
    total = 0
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader)):
            _refuse_unusual(event)
            if isinstance(event, yaml.AliasEvent):
                total += sizes.get(str(event.anchor), 0)
            elif isinstance(event, yaml.ScalarEvent):
                total += len(event.value) + 1
                if event.anchor:
                    sizes[event.anchor] = len(event.value) + 1
            elif isinstance(event, yaml.CollectionStartEvent):
                pending.append((event.anchor, total))
                total += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                anchor, before = pending.pop()
                if anchor:
                    sizes[anchor] = total - before
            if total > len(text) + _MAX_EXPANDED:
                raise Refused("its aliases repeat more than a manifest may hold" + _at(event))
    except yaml.YAMLError as exc:
        mark = getattr(exc, "problem_mark", None)
        said = getattr(exc, "problem", None) or getattr(exc, "reason", None) or "it is not YAML"
        raise ValueError(said + (_place(mark.line, mark.column) if mark else "")) from exc


def _at(event: Any) -> str:
    return _place(event.start_mark.line, event.start_mark.column)


def _refuse_unusual(event: Any) -> None:
    tag = getattr(event, "tag", None)
    if tag is not None and tag not in _CORE_TAGS:
        raise ValueError(f"the tag {tag} means something else to every reader" + _at(event))
    if getattr(event, "value", None) == "<<" and event.style in (None, ""):
        raise Twofold("the merge key << is obeyed by some readers and not by others" + _at(event))
