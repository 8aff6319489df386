"""Queries that scripts glue together from whatever they are handed."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.scan.document import Document, Span
from sealskill.scan.pattern import pattern

# A value of a query in quotation marks that is an argument: no driver needs those, they are there to be glued.
_GLUED = pattern(
    r"\.(?:query|execute|exec|run|all|get|raw|unsafe)\s*\(\s*`\s*(?:SELECT\s|INSERT\s+INTO\s|UPDATE\s|DELETE\s+FROM\s)"
    r"[^`]{0,400}?(?:[=<>(,]|\bLIKE)\s*'%?\$\{\w+(?:\.\w+){0,3}\}%?'"
)


def glued(document: Document) -> Iterator[Span]:
    """Every such query."""
    return (document.span(found.start(), found.end()) for found in _GLUED.finditer(document.data))
