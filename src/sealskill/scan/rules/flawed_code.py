"""Code that anybody who passes something in can make do something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _javascript_flaws, _python_flaws
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_SCRIPTS = frozenset({Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every such place in the programs of the package; samples that nobody is led to are left out."""
    for document in hits:
        if document.layers or _acts.is_sample(package, document):
            continue
        if document.kind is Kind.PYTHON and document.embedding is None:
            for flaw in _python_flaws.flaws(document):
                yield RULE.at(flaw.span, message=flaw.said, chain=package.way_to(document.path))
        elif document.kind in _SCRIPTS and document.embedding is None:
            yield from _glued(package, document)


def _glued(package: Package, document: Document) -> Iterator[Finding]:
    for span in _javascript_flaws.glued(document):
        yield RULE.at(span, message=_python_flaws.SQL, chain=package.way_to(document.path))


RULE = Rule(
    id="flawed-code",
    title="code that any input can turn against the person",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="An agent passes on what it read somewhere. A name with `../` in it or a quotation mark is then an order.",
    remedy="Bind values to queries, resolve a path and compare it with its folder, and give each loop a way out.",
    look=look,
    anchors=(
        r"\b(?:SELECT\s|INSERT\s+INTO\s|UPDATE\s|DELETE\s+FROM\s)", r"os\.path\.join\(|[fF][\"']/\w",
        r"while\s+(?:True|1)\s*:",
    ),
)  # fmt: skip
