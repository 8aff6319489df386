"""The files of its own package that a text names: those in the three folders the format gives a meaning."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.document import Document, Span
from sealskill.scan.pattern import pattern

_PATH = pattern(r"(?:^|[\s(\"'`{}/])((?:scripts|references|assets)/[\w./-]{1,120}\.[A-Za-z0-9]{1,6})\b", case=True)


def mentions(document: Document) -> Iterator[tuple[str, Span]]:
    """Each path, as written, and the first place where it stands."""
    seen: set[bytes] = set()
    for found in _PATH.finditer(document.data):
        path = found.group(1)
        if path not in seen:
            seen.add(path)
            yield path.decode(), document.span(found.start(1), found.end(1))
