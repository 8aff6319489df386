"""The cells of a notebook: code as Python or as a shell, text as Markdown, and what the code once printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from sealskill.scan.decoder import Decoder, Layer
from sealskill.scan.document import Document, Kind
from sealskill.scan.kinds import of_language
from sealskill.scan.pattern import pattern
from sealskill.scan.values import json
from sealskill.scan.values.value import Value, layer

_SOURCES = frozenset(("source", "input"))
_MAGIC = pattern(r"\A\s*%%\s*(\w+)")
_SHELLED = pattern(r"\A\s*(?:!!?|%(?:sx|system|bash|sh)\b|%(?:pip|conda|npm)\b)")
_WRITTEN = frozenset(("script", "writefile", "file", "capture", "time", "timeit", "prun"))
_MARKUP = {"text/html": Kind.HTML, "image/svg+xml": Kind.SVG, "application/javascript": Kind.JAVASCRIPT}
_NL = b"\n"


def _decode(document: Document) -> Iterator[Layer]:
    if document.kind is not Kind.NOTEBOOK:
        return
    values = [one for one in json.values(document.data) if one.keys]
    language = next((one.text for one in values if one.keys[-2:] == ("kernelspec", "language")), "python")
    found: dict[Kind, list[Value]] = {}
    for kind, value in _read(values, of_language(language) or Kind.PYTHON):
        found.setdefault(kind, []).append(value)
    for kind, pieces in found.items():
        yield from layer(pieces, kind, b"")


def _read(values: list[Value], language: Kind) -> Iterator[tuple[Kind, Value]]:
    """Every line of every cell, and what it is written in."""
    types = {one.group: one.text for one in values if one.keys[-1] == "cell_type"}
    cells: dict[tuple[int, str], list[Value]] = {}
    for one in values:
        if "cells" in one.keys and (one.keys[-1] in _SOURCES or "outputs" in one.keys):
            cells.setdefault((one.group, one.keys[-1]), []).append(one)
    for (group, name), parts in cells.items():
        lines = list(_lines(parts))
        if "outputs" in parts[0].keys:
            yield from ((_MARKUP.get(name, Kind.TEXT), line) for line in lines)
        elif types.get(group, "code") == "code":
            yield from _code(lines, language)
        else:
            yield from ((Kind.MARKDOWN, line) for line in lines)


def _lines(parts: Iterable[Value]) -> Iterator[Value]:
    """The texts of a cell, joined and cut at their line ends; the last one ends as well."""
    runs: list[tuple[int, bytes]] = []
    last = None
    for last in parts:
        for at, piece in last.runs:
            runs.append((at, piece))
            if piece.endswith(_NL):
                yield msgspec.structs.replace(last, runs=tuple(runs), end=at + len(piece))
                runs = []
    if last is not None:
        yield msgspec.structs.replace(last, runs=(*runs, (last.end, _NL)))


def _code(lines: list[Value], language: Kind) -> Iterator[tuple[Kind, Value]]:
    """The lines of a code cell: its first line may name another language, and a line may be for the shell."""
    magic = _MAGIC.match(lines[0].data) if lines else None
    if magic:
        name = magic.group(1).decode().lower()
        named = of_language(name) if name not in _WRITTEN else language
        yield from ((named or Kind.TEXT, line) for line in lines[1:])
        return
    for line in lines:
        shelled = _SHELLED.match(line.data) if language is Kind.PYTHON else None
        if shelled:
            yield Kind.SHELL, _without(line, shelled.end() if b"!" in shelled.group() else line.data.find(b"%") + 1)
        else:
            yield language, line


def _without(line: Value, count: int) -> Value:
    """A line without its first bytes: `!pip install x` is a command."""
    runs = []
    for at, piece in line.runs:
        cut = min(count, len(piece))
        runs.append((at + cut, piece[cut:]))
        count -= cut
    return msgspec.structs.replace(line, runs=tuple(runs))


DECODER = Decoder(name="cell", decode=_decode, anchors=(r'"cell_type"|"cells"',))
