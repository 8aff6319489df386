"""Python text becomes a syntax tree: `ast` where it parses, the grammar of tree-sitter where it does not."""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from itertools import accumulate

from sealskill.scan.document import Document, Span
from sealskill.scan.language import _python_tree
from sealskill.scan.pattern import pattern

MAX_PARSED = 4 << 20
"""Bytes: a longer file is data in the form of a program, and its tree would take a hundred times its size."""
MAX_NESTING = 90
"""Brackets inside brackets. CPython refuses 200; its parser recurses in C, and stacks of threads are small."""
_BRACKETS = b"()[]{}"
_OTHERS = bytes(set(range(256)) - set(_BRACKETS))
# Prefixes and right-hand operators nest without a bracket.
_LADDER = pattern(r"(?:(?:[-+~]|\bnot\b|\bawait\b|\blambda\b[\w, ]*:)\s*){60}|(?:\*\*\s*\w+\s*){60}")
# What a notebook or a shell transcript puts in front of a line.
_MAGIC = pattern(r"(?m)^[ \t]*(?:[%!]|>>> |\.\.\. |In \[\d)")


def tree_of(data: bytes) -> ast.Module | None:
    """The tree of a program; None where it is too large or too deep to be walked. Runs nothing, never raises."""
    if len(data) > MAX_PARSED or too_deep(data):
        return None
    return _strict(data) or _python_tree.lenient(data)


def _strict(data: bytes) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a strange escape in their text is no business of our terminal
            return ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None  # the lenient grammar reads it instead


def too_deep(data: bytes) -> bool:
    """Whether brackets or operators nest deeper than a recursive reader should go."""
    left = data.translate(None, _OTHERS)
    for _ in range(MAX_NESTING):
        fewer = left.replace(b"()", b"").replace(b"[]", b"").replace(b"{}", b"")
        if len(fewer) == len(left):
            return len(left) > MAX_NESTING or bool(_LADDER.search(data))
        left = fewer
    return True


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

    def number(self, offset: int) -> int:
        """The line, from 1, of a byte."""
        return bisect_right(self._starts, offset)
