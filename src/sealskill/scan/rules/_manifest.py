"""What rules over the manifest share: the parser's own notes, and where they stand. Nothing is parsed again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.problem import Problem
from sealskill.scan.document import Document, Span

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def noted(package: Package, code: str) -> Iterator[tuple[Problem, Span]]:
    """The problems of one code in files that were read, each with its line."""
    for problem in package.problems:
        document = package.document(problem.path) if problem.code == code else None
        if document is not None:
            yield problem, line(document, problem.line or 1)


def line(document: Document, number: int) -> Span:
    """A line of a file, from 1, without its end; the last one where there are fewer."""
    start = 0
    for _ in range(number - 1):
        end = document.data.find(b"\n", start)
        if end < 0:
            break
        start = end + 1
    end = document.data.find(b"\n", start)
    return document.span(start, len(document.data) if end < 0 else end)
