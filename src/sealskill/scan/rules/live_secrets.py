"""A secret that somebody uses, shipped in the package for everybody to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document
from sealskill.scan.facts import secrets
from sealskill.scan.facts.secrets import Secret
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# What stands on the line of a key that only shows what one looks like, or that has to be found by somebody's tool.
_SHOWN = pattern(
    r"(?:^|[^.\w])(?:examples?|e\.g|sample|dummy|fake|mock|placeholder|fixture|pattern|regex|format|looks? like|"
    r"revoked|expired|rotated|publishable|public|anon(?:ymous)?|sandbox|integrity|checksum|sha\d+|digest|hash|uuid)\b|示例|例如|例:|公開鍵"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every secret that was made by chance, stands outside of test files and is not shown as an example."""
    for document in hits:
        if document.layers or _acts.is_sample(package, document):
            continue
        for one in document.secrets:
            if one.live and not _shown(document, one):
                said = "a key in the form of its issuer" if one.issued else "a random value under the name of a secret"
                yield RULE.at(document.span(one.start, one.end), message=f"{RULE.title}: {said}")


def _shown(document: Document, one: Secret) -> bool:
    start = document.data.rfind(b"\n", 0, one.start) + 1
    end = document.data.find(b"\n", one.end)
    line = (
        document.data[max(start, one.start - 200) : one.start] + b" " + document.data[one.end : max(end, one.end)][:200]
    )
    return bool(_SHOWN.search(line))


RULE = Rule(
    id="live-secrets",
    title="a secret is shipped in the package",
    axis=Axis.POWER,
    severity=Severity.MEDIUM,
    confidence=Confidence.MEDIUM,
    why="Whoever has the package has the key; what is done with it, its owner pays and answers for.",
    remedy="Revoke the key, and read it from the environment.",
    look=look,
    anchors=secrets.ANCHORS,
)
