"""What a person reads before they say yes: everything, in letters that cannot lie, page by page. Pure.

Only ASCII is printed as it is. Whatever else could look like something it is not, and stands as its escape.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sealskill.model.decision import Ruling
from sealskill.model.question import Bound, Question

_LEAST = 20
"""Columns and lines below which nothing can be read; a screen that says it is smaller is not believed."""


def lines(question: Question) -> Iterator[str]:
    """All of a question, a line each, of any width."""
    bound = question.bound
    yield "sealskill asks: may this be done?"
    yield ""
    yield from _facts(question, bound)
    yield from (f"  because   {safe(reason)}" for reason in question.reasons)
    yield from (f"  touching  {safe(one)}" for one in question.touching)
    yield "  arguments"
    yield from (f"    {line}" for line in said(bound.arguments))
    if question.diff:
        yield "  changes"
        yield from (f"    {safe(line)}" for line in question.diff.split("\n"))


def pages(question: Question, columns: int, height: int) -> list[list[str]]:
    """The lines as they fit a screen: none is cut, and a line that goes on says so."""
    width, room = max(columns, _LEAST) - 1, max(height, _LEAST) - 4
    folded = [piece for line in lines(question) for piece in fold(line, width)]
    return [folded[at : at + room] for at in range(0, len(folded), room)]


def fold(line: str, width: int) -> Iterator[str]:
    """A line in pieces of at most that width. One that goes on begins with `>`, where no text ever stands."""
    yield line[:width]
    yield from (f">{line[at : at + width - 1]}" for at in range(width, len(line), width - 1))


def said(arguments: Mapping[str, Any]) -> Iterator[str]:
    """Arguments whole: a text of several lines as those lines, everything else as JSON."""
    if not arguments:
        yield "none"
    for name, value in arguments.items():
        if isinstance(value, str) and "\n" in value:
            yield f"{safe(name)}: a text of {len(value)} characters"
            yield from (f"| {safe(line)}" for line in value.split("\n"))
        else:
            yield f"{safe(name)}: {json.dumps(value, ensure_ascii=True)}"


def safe(text: str) -> str:
    """A text in printable ASCII; everything else as the escape it is, and a backslash as two."""
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text
    return "".join(_letter(char) for char in text)


def _letter(char: str) -> str:
    if char == "\\":
        return "\\\\"
    if char.isascii() and char.isprintable():
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _facts(question: Question, bound: Bound) -> Iterator[str]:
    two = question.ruling is Ruling.DUAL_SIGN
    facts = {
        "what": f"{bound.kind} {bound.tool}" + (f": {question.summary}" if question.summary else ""),
        "class": question.tool_class,
        "asked by": bound.requester or "nobody known",
        "session": bound.session,
        "persona": bound.persona,
        "seal": bound.seal,
        "takes": f"two people, neither of them {bound.requester}" if two else "one person",
        "number": question.id,
    }
    yield from (f"  {name:<9} {safe(value)}" for name, value in facts.items() if value)
    yield from (f"  counting  {safe(seal)}" for seal in bound.counting)
