"""The frontmatter of a text: what its values say."""

from __future__ import annotations

from sealskill.scan.language._sentences import Run
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Where

_FRONT = pattern(r"\A(?:\x{feff})?---[ \t]*\n(?:.*?\n)??(?:---|\.\.\.)[ \t]*(?:\n|\z)")
_ENTRY = pattern(r"(?m)^[ \t]*(?:-[ \t]+)?(?:([\w.\"'$/-]+)[ \t]*:(?:[ \t]+|$))?[>|]?[+-]?\d*[ \t]*")


def length(data: bytes) -> int:
    """Bytes of the frontmatter a text begins with; 0 for none."""
    found = _FRONT.match(data)
    return found.end() if found else 0


def read(run: Run, data: bytes, end: int) -> None:
    """Each value of the frontmatter as a block of its own; a value may take several lines."""
    at = data.find(b"\n") + 1
    while at < end:
        stop = data.find(b"\n", at, end)
        stop = end if stop < 0 else stop
        _line(run, data, at, stop)
        at = stop + 1
    run.end(Where.META)


def _line(run: Run, data: bytes, start: int, end: int) -> None:
    if data[start:end].rstrip() in (b"---", b"..."):
        return
    if data[start:end].lstrip().startswith(b"#"):
        run.end(Where.META)
        run.add(data[start:end], start)
        run.end(Where.COMMENT)
        return
    entry = _ENTRY.match(data, start, end)
    named = entry is not None and (entry.group(1) is not None or b"-" in entry.group())
    if named:
        run.end(Where.META)
    first = entry.end() if entry is not None else start
    if run.pending and first < end:
        run.add(b" ", max(start - 1, 0))
    run.add(data[first:end], first)
