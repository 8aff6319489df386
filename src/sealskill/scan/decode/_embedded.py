"""Python programs that stand inside another text: code blocks of a page, here-documents, `python -c`."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import pattern

MAX_PROGRAMS = 200
"""Programs of one text that are looked at: each is parsed."""
_OUTER = frozenset({Kind.MARKDOWN, Kind.TEXT, Kind.SHELL, Kind.YAML, Kind.NOTEBOOK})
_FENCE = pattern(r"(?m)^[ \t>]*(?:```|~~~)[ \t]*(?:python[\d.]*|py|ipython)[^\n]*\n")
_CLOSE = pattern(r"(?m)^[ \t>]*(?:```|~~~)[ \t]*$")
_HERE = pattern(r"\bpython[\d.]*\b[^\n]{0,80}<<-?[ \t]*['\"]?(\w{1,40})['\"]?[^\n]*\n")
_INLINE = pattern(r"\bpython[\d.]*[ \t]+(?:-\w+[ \t]+){0,3}-c[ \t]+(?:\"([^\"]{20,})\"|'([^']{20,})')")
# Nothing is put together without one of these.
SHUFFLES = (
    r"\b(?:b(?:16|32|64|85)decode|a85decode|fromhex|unhexlify|decompress|maketrans|translate|marshal|reversed|chr|bytes|bytearray)\b|"
    r"rot_?13|\[\s*::\s*-\s*\d|\.join\s*\("
)
_SHUFFLES = pattern(SHUFFLES)


def programs(document: Document) -> Iterator[Document]:
    """Every program in a text in which something may be put together."""
    if document.kind not in _OUTER or not _SHUFFLES.search(document.data):
        return
    for count, (start, end) in enumerate(sorted(_places(document.data))):
        if count >= MAX_PROGRAMS:
            return
        if _SHUFFLES.search(document.data, start, end):
            yield document.part(start, end, Kind.PYTHON)


def _places(data: bytes) -> Iterator[tuple[int, int]]:
    for fence in _FENCE.finditer(data):
        close = _CLOSE.search(data, fence.end())
        yield fence.end(), close.start() if close else len(data)
    for here in _HERE.finditer(data):
        yield here.end(), _end(data, here.end(), here.group(1))
    for inline in _INLINE.finditer(data):
        yield inline.span(1) if inline.start(1) >= 0 else inline.span(2)


def _end(data: bytes, start: int, mark: bytes) -> int:
    """Where the line stands that ends a here-document."""
    found = data.find(b"\n" + mark, start - 1)
    return found + 1 if found >= 0 else len(data)
