"""A file no text names is either forgotten or not meant to be noticed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Audience, Axis, Confidence, Finding, Severity
from sealskill.scan.document import Kind
from sealskill.scan.rule import Hits, Rule

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_CODE = frozenset({Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX})
_KNOWN = ("__init__.py", "setup.py", "conftest.py")


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every program that neither a text nor another file names."""
    if not package.texts:
        return
    everything = b"\n".join(one.data for one in package.documents if not one.layers)
    for one in package.documents:
        name = one.path.rpartition("/")[2]
        if one.kind not in _CODE or one.layers or one.embedding or name in _KNOWN:
            continue
        stem = name.rpartition(".")[0] or name
        if stem.encode() not in everything:
            yield RULE.at(one.span(0, 0), message=f"nothing names {one.path}")


RULE = Rule(
    id="unused-file",
    title="a program that nothing names",
    axis=Axis.HYGIENE,
    severity=Severity.INFO,
    confidence=Confidence.LOW,
    audience=Audience.AUTHOR,
    why="What nothing uses is read by nobody, and stays after its reason is gone.",
    remedy="name it in the text, or take it out",
    look=look,
)
