"""A package whose name is one slip away from one that everybody installs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Verb
from sealskill.scan.document import Document, Span
from sealskill.scan.facts.packages import mistaken_for
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_GROUPS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_MAX_LISTED = 400
"""Names of one list that are looked at: longer lists are locks, and locks are made by machines."""


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every name that is installed or listed and is nearly a popular one."""
    for act in _acts.meant(hits, Verb.INSTALL):
        for name in act.what.split():
            yield from _judged(act.span, name)
    for document in hits:
        for span, name in _listed(document):
            yield from _judged(span, name)


def _judged(span: Span, name: str) -> Iterator[Finding]:
    real = mistaken_for(name)
    if real:
        yield RULE.at(span, message=f"{name} is one slip away from {real}")


def _listed(document: Document) -> Iterator[tuple[Span, str]]:
    name = document.path.rpartition("/")[2].lower()
    if name == "package.json":
        yield from _package_json(document)
    elif name.startswith("requirements") and name.endswith(".txt"):
        at = 0
        for line in document.data.split(b"\n")[:_MAX_LISTED]:
            text = line.decode("utf-8", "replace").strip()
            if text and text[0].isalpha():
                yield document.span(at, at + len(line)), text
            at += len(line) + 1


def _package_json(document: Document) -> Iterator[tuple[Span, str]]:
    try:
        read = json.loads(document.data)
    except (ValueError, RecursionError):
        return
    groups = [read.get(group) for group in _GROUPS] if isinstance(read, dict) else []
    names = [name for group in groups if isinstance(group, dict) for name in group]
    for name in names[:_MAX_LISTED]:
        at = max(document.data.find(name.encode()), 0)
        yield document.span(at, at + len(name)), name


RULE = Rule(
    id="typosquatted-package",
    title="a package is called almost like a popular one",
    axis=Axis.MALICE,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="Names one slip away are registered to be installed by mistake, and installing a package runs its code.",
    remedy="Check the name against the project's own page.",
    look=look,
    anchors=(
        r"\b(?:pip3?|pipx|uv|npm|pnpm|yarn|bun|poetry|gem|cargo|go|brew|conda)\s+(?:\S+\s+)?(?:install|add|i|get)\b",
        r"\bnpx\b",
        r"\buvx\b",
        r"ependencies\"",
        r"^[\w.-]+\s*[=~]=[0-9]",
        r"\n[\w.-]+\s*[=~]=\s*[0-9]",
    ),
)
