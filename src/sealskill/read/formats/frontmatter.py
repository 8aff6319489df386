"""The block between two `---` lines, read in two views: typed, and every scalar as it was written.

`ryaml` gives the typed view: bounded, strict on duplicate keys, JSON-clean. The string view (`version: 1.10` stays
`1.10`) costs ten times as much and is made only where a scalar was not a string to begin with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from sealskill.model.settings import Limits
from sealskill.model.value import Value
from sealskill.read.formats import flow, yamltext
from sealskill.read.formats.format import TWO_READINGS, Notes

_OPENING = re.compile(r"---[ \t]*$", re.MULTILINE)
_CLOSING = re.compile(r"\n---[ \t]*$", re.MULTILINE)  # starts with plain characters, for which there is a fast search
_CLOSING_BYTES = re.compile(rb"\n---[ \t]*\r?\n")
_PLAIN = re.compile(r"^([A-Za-z_][\w-]*):[ \t]+([^\s'\"\[{>|#].*)$")
_NOT_A_PLAIN_START = tuple("@`%*&!")
_STRUCTURE = tuple("[{'\"|>")
_AT_LINE = re.compile(r" at line (\d+) column \d+")


class Front(Value):
    """A frontmatter block: its typed view, its YAML text, and where the body begins."""

    fields: dict[str, Any]
    yaml: str
    body_start: int

    def strings(self) -> dict[str, Any]:
        """The same block with every scalar as it was written. Raises ValueError if a second parser cannot."""
        return yamltext.written(self.yaml)


def head(data: bytes) -> bytes:
    """As much of a file as need be decoded to read its frontmatter: what follows in plain ASCII cannot be wrong."""
    closing = _CLOSING_BYTES.search(data)
    return data[: closing.end()] if closing is not None and data[closing.end() :].isascii() else data


def read(text: str, limits: Limits, notes: Notes) -> Front | None:
    """The frontmatter of a text, or None with the reason noted."""
    opening = _OPENING.match(text)
    if opening is None:
        notes.error(
            "no-frontmatter", "the file does not start with a `---` line", line=1,
            advice="begin with `---`, the name and description, and a closing `---`",
        )  # fmt: skip
        return None
    closing = _CLOSING.search(text, opening.end())
    if closing is None:
        notes.error("unclosed-frontmatter", "the opening `---` is never closed by a second one", line=1)
        return None
    block = text[opening.end() + 1 : closing.start() + 1]
    if len(block) * 4 > limits.max_frontmatter_bytes < len(block.encode()):
        notes.error("frontmatter-too-large", f"the frontmatter is over {limits.max_frontmatter_bytes} bytes", line=1)
        return None
    parsed = _parse(block, notes)
    return None if parsed is None else Front(fields=parsed[0], yaml=parsed[1], body_start=closing.end() + 1)


def _parse(block: str, notes: Notes) -> tuple[dict[str, Any], str] | None:
    """The mapping and the text it was read from, after as much repair as it takes."""
    reading = flow.fold(block) if flow.has_comment(block) else block
    try:
        return _mapping(yamltext.load(reading), notes), reading
    except ValueError as exc:
        first = exc
    for repair, said in _REPAIRS if not isinstance(first, yamltext.Refused) else ():
        mended = repair(block)
        try:
            fields = _mapping(yamltext.load(mended), notes)
        except ValueError:
            continue
        if said:
            notes.warning(
                "yaml-colon", f"the frontmatter is not YAML and was read by quoting plain values ({_said(first)})",
                line=_line(first), advice='put values that contain a colon into "quotes"',
            )  # fmt: skip
        return fields, mended
    if isinstance(first, yamltext.Twofold):
        notes.error(
            TWO_READINGS, f"readers part ways: {_said(first)}", line=_line(first), advice="say it once, plainly"
        )
    else:
        notes.error("yaml", f"the frontmatter is not YAML: {_said(first)}", line=_line(first), advice="mend the YAML")
    return None


def _mapping(loaded: Any, notes: Notes) -> dict[str, Any]:
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        notes.error("not-a-mapping", "the frontmatter is not a mapping of keys to values", line=1)
        return {}
    for key in [key for key in loaded if not isinstance(key, str)]:
        notes.ignore(str(key), "keys must be text")
        del loaded[key]
    return loaded


def _quote_plain(block: str) -> str:
    """Quote plain top-level values that YAML cannot hold unquoted, with their continuation lines."""
    out: list[str] = []
    lines = block.split("\n")
    at = 0
    while at < len(lines):
        plain = _PLAIN.match(lines[at])
        at += 1
        if plain is None or not _needs_quotes(plain[2]):
            out.append(lines[at - 1])
            continue
        value = [plain[2].strip()]
        while at < len(lines) and lines[at][:1] in (" ", "\t") and lines[at].strip():
            value.append(lines[at].strip())
            at += 1
        out.append(f"{plain[1]}: {json.dumps(' '.join(value), ensure_ascii=False)}")
    return "\n".join(out)


def _needs_quotes(value: str) -> bool:
    value = value.rstrip()
    if value.startswith(_NOT_A_PLAIN_START):
        # An anchor or a tag in front of a list, a map or a quoted text is meant as one.
        return not value.partition(" ")[2].lstrip().startswith(_STRUCTURE)
    return ": " in value or value.endswith(":")


_REPAIRS: tuple[tuple[Callable[[str], str], str], ...] = (
    (flow.fold, ""),
    (_quote_plain, "colon"),
    (lambda text: _quote_plain(flow.fold(text)), "colon"),
)


def _said(exc: ValueError) -> str:
    """The parser's words without the position inside the block, which is not the position in the file."""
    return _AT_LINE.sub("", str(exc))


def _line(exc: ValueError) -> int:
    """The line in the file: the block starts on line 2."""
    found = _AT_LINE.search(str(exc))
    return int(found[1]) + 1 if found else 1
