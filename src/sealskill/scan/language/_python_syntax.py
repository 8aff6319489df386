"""Python text becomes a syntax tree."""

from __future__ import annotations

import ast
from functools import lru_cache
from itertools import accumulate

from sealskill.scan.document import Document, Span
from sealskill.scan.language._python_repair import parsed, repaired
from sealskill.scan.pattern import pattern

MAX_PARSED = 4 << 20
"""Bytes: a longer file is data in the form of a program, and its tree would take a hundred times its size."""
MAX_KEPT = 256 << 10
"""Bytes up to which the tree of a program is kept until somebody else asks."""
MAX_NESTING = 90
"""Brackets inside brackets. CPython refuses 200; its parser recurses in C, and stacks of threads are small."""
_BRACKETS = b"()[]{}"
_OTHERS = bytes(set(range(256)) - set(_BRACKETS))
# Prefixes and right-hand operators nest without a bracket. A row of dashes may be a line under a heading.
_LADDER = pattern(
    r"(?:(?:\bnot\b|\bawait\b|\blambda\b[\w, ]*:)\s*){60}|(?:\*\*\s*\w+\s*){60}|(?:[-+~]\s*){400}|(?:[-+~][ \t]+){60}"
)


def tree_of(data: bytes) -> ast.Module | None:
    """The tree of a program; None where it is too large, too deep or too broken. Runs nothing, never raises."""
    if len(data) > MAX_PARSED or too_deep(data):
        return None
    return _kept(data) if len(data) < MAX_KEPT else _made(data)


def _made(data: bytes) -> ast.Module | None:
    tree, _ = parsed(data)
    return tree or repaired(data)


# The decoder of constants asks first, the reader asks next.
_kept = lru_cache(4)(_made)


def too_deep(data: bytes) -> bool:
    """Whether brackets or operators nest deeper than a recursive reader should go."""
    left = data.translate(None, _OTHERS)
    for _ in range(MAX_NESTING):
        fewer = left.replace(b"()", b"").replace(b"[]", b"").replace(b"{}", b"")
        if len(fewer) == len(left):
            return _climb(left) > MAX_NESTING or bool(_LADDER.search(data))
        left = fewer
    return True


def _climb(left: bytes) -> int:
    """How many brackets at most are open at a time in what has no partner: strings hold odd ones."""
    most = now = 0
    for one in left:
        now = now + 1 if one in b"([{" else max(now - 1, 0)
        most = max(most, now)
    return most


class Lines:
    """Where in a document the nodes of its tree stand."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._starts = [0, *accumulate(len(line) + 1 for line in document.data.split(b"\n"))]

    def span(self, node: ast.AST) -> Span:
        """The bytes of a node."""
        return Span(
            self.document,
            self._at(getattr(node, "lineno", 1), getattr(node, "col_offset", 0)),
            self._at(getattr(node, "end_lineno", None) or 1, getattr(node, "end_col_offset", None) or 0),
        )

    def _at(self, line: int, column: int) -> int:
        return min(self._starts[min(line, len(self._starts)) - 1] + column, len(self.document.data))
