"""Compiled Python that does other things than the source beside it: people read the one, Python runs the other."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document
from sealskill.scan.language._python_syntax import tree_of
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_NAMES = "!/names"
_SHOWN = 5
_MIN_PIECE = 4
_MAX_PIECES = 32
_LETTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") | frozenset(range(0x80, 0x100))
_SPACED = bytes(one if one in _LETTERS else 0x20 for one in range(256))
_OWN = frozenset(b"module lambda listcomp genexpr dictcomp setcomp locals return def".split())
"""Names that Python gives by itself."""
# What a module can hurt with: what it reaches, runs, decodes or sends.
_REACH = pattern(
    r"\b(?:system|popen|subprocess|Popen|check_output|exec|eval|compile|socket|connect|requests|httpx|urllib|urlopen|"
    r"urlretrieve|b64decode|marshal|pickle|ctypes|pty|environ|rmtree|unlink|fromhex|decompress|getattr|__import__|"
    r"curl|wget|bash|powershell|osascript)\b|https?://|/dev/tcp|\.ssh|\.aws|\.env\b|id_rsa|keychain|\d+\.\d+\.\d+\.\d+"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Bytecode that holds names or texts its source does not, and bytecode whose source is not there."""
    for names in hits:
        if names.path.endswith(".pyc" + _NAMES):
            source = package.document(_source(names.path.removesuffix(_NAMES)))
            yield from [_alone(names)] if source is None else _compared(names, source)


def _source(path: str) -> str:
    """Where Python looks for the source: beside it, or above `__pycache__` without the version."""
    folder, _, name = path.rpartition("/")
    if folder == "__pycache__" or folder.endswith("/__pycache__"):
        above = folder.removesuffix("__pycache__")
        return f"{above}{name.partition('.')[0]}.py"
    return path.removesuffix("c")


def _alone(names: Document) -> Finding:
    return RULE.at(
        names.span(0, names.data.find(b"\n")),
        axis=Axis.POWER,
        severity=Severity.MEDIUM,
        message="compiled Python without its source",
    )


def _compared(names: Document, source: Document) -> Iterator[Finding]:
    first, *lines = names.data.split(b"\n")
    said = _Source(source)
    other = [line for line in lines if not said.has(line)]
    if not other:
        return
    claimed = first.endswith((b"hashed source", b" %d bytes" % len(source.data)))
    reaches = any(_REACH.search(line) for line in other)
    start = names.data.find(other[0])
    shown = ", ".join(one.decode("utf-8", "replace")[:40] for one in other[:_SHOWN])
    yield RULE.at(
        names.span(start, start + len(other[0])),
        axis=Axis.MALICE if reaches or claimed else Axis.POWER,
        severity=Severity.HIGH if reaches else Severity.MEDIUM,
        confidence=Confidence.HIGH if claimed else Confidence.MEDIUM,
        chain=(source.span(0, 0),),
        message=f"compiled Python holds what its source does not: {shown}",
    )


class _Source:
    """All a source says: its words, its text, and its strings as Python reads them."""

    def __init__(self, document: Document) -> None:
        tree = tree_of(document.data)
        nodes = ast.walk(tree) if tree else ()
        strings = (one.value for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str | bytes))
        read = (one if isinstance(one, bytes) else one.encode("utf-8", "replace") for one in strings)
        self.text = b"\n".join((document.data, *read))
        self.words = _OWN | set(self.text.translate(_SPACED).split())

    def has(self, line: bytes) -> bool:
        """Whether a line of names or a text stands in it. What nobody can have typed as it is always does."""
        if b"\xef\xbf\xbd" in line or not line.translate(_SPACED).strip():
            return True
        words = line.removeprefix(b"def ").removesuffix(b":").translate(_SPACED).split()
        if all(word in self.words or word.startswith(b"_") for word in words):
            return True
        once = line[: (line + line).find(line, 1)]
        return once in self.text if once != line else not _is_names(line) and self._pieces(line.strip())

    def _pieces(self, line: bytes) -> bool:
        """Whether a text is made of a few texts of the source: Python joins what is added up or repeated."""
        for _ in range(_MAX_PIECES):
            size = bisect_left(range(1, len(line) + 1), True, key=lambda size: line[:size] not in self.text)
            line = line[size:]
            if not line:
                return True
            if size < _MIN_PIECE:
                return False
        return False


def _is_names(line: bytes) -> bool:
    return all(word.isidentifier() for word in line.decode("utf-8", "replace").replace(".", " ").split(" ") if word)


RULE = Rule(
    id="bytecode-differs",
    title="compiled Python is not what its source says",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="People and scanners read the source; Python may run the compiled file beside it, which says something else.",
    remedy="Ship the source alone: Python compiles it by itself.",
    look=look,
    anchors=("compiled from (?:a hashed source|[0-9])",),
)
