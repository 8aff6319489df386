"""What the reference validator refuses in a frontmatter that every lenient reader takes.

Lenient readers load flow style, anchors, tags and a `---` inside a value, each in its own way; the reference refuses
most of them and cuts the rest differently. A file that is to be published must read the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from sealskill.model.problem import Problem, error
from sealskill.model.settings import Limits
from sealskill.read.formats import frontmatter
from sealskill.read.formats.format import Notes, decode

FIELDS = ("allowed-tools", "compatibility", "description", "license", "metadata", "name")
"""The fields of the specification: all there are."""
_FILE = "SKILL.md"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NODES = (yaml.ScalarEvent, yaml.CollectionStartEvent)


def faults(data: bytes, limits: Limits) -> tuple[Problem, ...]:
    """What a strict reader has against the frontmatter of a SKILL.md; nothing if there is none to read."""
    notes = Notes(_FILE)
    text = decode(data, notes)
    front = frontmatter.read(text, limits, notes) if text is not None else None
    if text is None or front is None:
        return ()  # said already, by the parser that serves everybody
    # The closing fence stays: the YAML reader takes it for the start of another document and counts lines from the top.
    block = text[: front.body_start]
    return (*_mark(data), *_cut(block), *_yaml(block))


def _mark(data: bytes) -> Iterator[Problem]:
    if data.startswith(b"\xef\xbb\xbf"):
        yield _no("byte-order-mark", "the file starts with a byte order mark, so not with `---`", 1, "save without it")


def _cut(block: str) -> Iterator[Problem]:
    """Three hyphens inside a line: the reference ends the frontmatter there, other readers do not."""
    for number, line in enumerate(block.split("\n"), start=1):
        if "---" in line and line.rstrip(" \t") != "---":
            said = "`---` stands inside the frontmatter, where some readers end it"
            yield _no("fence-in-value", said, number, "write a dash of another length")


def _yaml(block: str) -> Iterator[Problem]:
    try:
        yield from Reader().read(yaml.parse(block, Loader=_LOADER))
    except yaml.YAMLError as exc:
        mark = getattr(exc, "problem_mark", None)
        said = getattr(exc, "problem", None) or getattr(exc, "reason", None) or "it is not YAML"
        yield _no("yaml", f"another YAML reader refuses the frontmatter: {said}", mark.line + 1 if mark else 1)


def _no(code: str, message: str, line: int, advice: str = "") -> Problem:
    return error(code, message, path=_FILE, line=line, advice=advice)


class _Mapping:
    """A mapping that is being read. `at_key` says whether the next node is a key."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.at_key = True


class Reader:
    """A walk over the events of one YAML document."""

    def __init__(self) -> None:
        self._open: list[_Mapping | None] = []  # None for a sequence
        self._strangers: dict[str, int] = {}

    def read(self, events: Any) -> Iterator[Problem]:
        """Every fault up to the end of the first document, in the order of the file."""
        for event in events:
            line = event.start_mark.line + 1
            if isinstance(event, yaml.DocumentEndEvent):
                if event.explicit:
                    yield _no("document-end", "`...` ends the YAML before the closing `---`", line, "remove it")
                break
            yield from self._event(event, line)
        yield from self._unexpected()

    def _event(self, event: Any, line: int) -> Iterator[Problem]:
        if isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()
        if isinstance(event, yaml.AliasEvent):
            yield _no("alias", f"the alias *{event.anchor} is not taken by strict readers", line, "write the value out")
            self._place(None)
        if isinstance(event, _NODES):
            yield from _style(event, line)
            yield from self._node(event, line)
        if isinstance(event, yaml.CollectionStartEvent):
            self._open.append(_Mapping() if isinstance(event, yaml.MappingStartEvent) else None)

    def _node(self, event: Any, line: int) -> Iterator[Problem]:
        mapping = self._open[-1] if self._open else None
        if mapping is None or not self._place(mapping):
            return
        key = event.value if isinstance(event, yaml.ScalarEvent) else None
        if key is None:
            yield _no("key", "a key must be a plain text", line, "write the key as a word")
        elif key in mapping.keys:
            yield _no("duplicate-key", f"the key {key!r} stands twice", line, "keep one of them")
        else:
            mapping.keys.add(key)
            if len(self._open) == 1 and key not in FIELDS:
                self._strangers[key] = line

    def _place(self, mapping: _Mapping | None) -> bool:
        """Count a node of the innermost mapping; whether it stood where a key belongs."""
        mapping = mapping or (self._open[-1] if self._open else None)
        if mapping is None:
            return False
        mapping.at_key = not mapping.at_key
        return not mapping.at_key

    def _unexpected(self) -> Iterator[Problem]:
        if self._strangers:
            said = f"Unexpected fields in frontmatter: {', '.join(sorted(self._strangers))}"
            advice = f"only {', '.join(FIELDS)} are in the specification; keep others under metadata"
            yield _no("unexpected-fields", said, min(self._strangers.values()), advice)


def _style(event: Any, line: int) -> Iterator[Problem]:
    """What a node may not carry or look like."""
    if event.anchor is not None:
        yield _no("anchor", f"the anchor &{event.anchor} is not taken by strict readers", line, "remove it")
    if event.tag is not None:
        yield _no("tag", f"the tag {event.tag} is not taken by strict readers", line, "remove it")
    if isinstance(event, yaml.CollectionStartEvent) and event.flow_style:
        bracket = "{…}" if isinstance(event, yaml.MappingStartEvent) else "[…]"
        yield _no("flow-style", f"{bracket} is not taken by strict readers", line, "write one item on each line")
