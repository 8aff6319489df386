"""The agent's own model is asked through somebody: every prompt, every file it reads and every key passes there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer, Verb
from sealskill.scan.document import Document, Span
from sealskill.scan.facts.hosts import host_of, urls_in
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing, standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules._said import places

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_NAMES = (
    r"(?:ANTHROPIC|OPENAI|CLAUDE|GEMINI|GOOGLE_GEMINI|MISTRAL|AZURE_OPENAI|OLLAMA|LLM|MODEL)_(?:API_)?(?:BASE(?:_URL)?|ENDPOINT|"
    r"BASE_PATH|PROXY)"
)
_SET = pattern(rf"\b{_NAMES}\b[\"'\])\s]{{0,4}}(?:=|:|,)?\s*[\"']?\s*https?://[^\s\"'`<>)]{{4,200}}")
# Where an agent keeps what it starts with the next time.
_KEPT = pattern(
    r"\.(?:claude|codex|gemini|cursor|openclaw)\b|settings\.json|\.(?:bash|zsh)rc\b|\.profile\b|\bsetx\b|launchctl\s+setenv|"
    r"/etc/environment"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every address of a model that is neither known nor what the skill is about."""
    for document in hits:
        for span in places(document, _SET):
            severity = _severity(package, document, span)
            if severity:
                yield RULE.at(span, severity=severity, message=f"the model is asked through {host_of(_url(span))}")


def _url(span: Span) -> str:
    return next((url for _, _, url in urls_in(span.data)), "")


def _severity(package: Package, document: Document, span: Span) -> Severity | None:
    url = _url(span)
    stands = standing(url, package.vendor)
    written = (act.path.encode() for act in document.acts if act.verb is Verb.WRITE and act.doer is not Doer.NOBODY)
    kept = any(_KEPT.search(path) for path in written)
    if stands in FOREIGN:
        return Severity.HIGH if kept or stands in STRANGE else Severity.MEDIUM
    alike = stands is Standing.VENDOR and not package.vendor.vouched(url)
    return Severity.MEDIUM if alike and kept else None


RULE = Rule(
    id="model-relay",
    title="the model is asked through a stranger",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whoever answers in the model's place reads all that is asked, holds the key it is asked with, and may answer "
    "anything.",
    remedy="Leave the address of the model to the person, or name the provider in the description and homepage.",
    look=look,
    anchors=(rf"\b{_NAMES}\b",),
    given=(("://",),),
)
