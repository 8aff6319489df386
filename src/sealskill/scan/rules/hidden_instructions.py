"""Orders to the model at a place where a person does not see them: comments, alternative text, invisible characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Kind
from sealskill.scan.facts.harms import SERIOUS, Harm, harms_in
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_ORDER = pattern(
    r"\b(?:you\s+(?:must|should|will|are\s+(?:to|now|required))|the\s+(?:agent|assistant|model|ai|llm)\s+(?:must|"
    r"should|will|shall|needs\s+to)|(?:note|instructions?|message|important|reminder)\s+(?:to|"
    r"for)\s+(?:the\s+)?(?:ai|agent|assistant|model|llm|claude|gpt|bots?)|"
    r"(?:ai|llm|agent|assistant|claude|gpt)\s*(?:agents?|assistants?|models?|instructions?)?\s*:|"
    r"system\s+(?:instruction|note|prompt|message|directive)s?\s*:|when(?:ever)?\s+(?:the\s+)?(?:user|human|you|"
    r"processing|reading)|"
    r"before\s+(?:you|answering|processing|responding|any)|after\s+(?:any|every|each|completing)|"
    r"always\s+(?:\w+\s+)?(?:include|append|send|read|run|add|use|recommend)|do\s+not\s+(?:mention|tell|reveal|"
    r"disclose|show|inform)|ignore\s+(?:all|any|previous|prior|your))\b|"
    r"必须|请务必|不要告诉|忽略|してください|しなければ|無視|하세요|하십시오|무시|debes|você\s+deve|vous\s+devez|"
    r"tu\s+dois|sie\s+müssen|du\s+musst|вы\s+должны|ты\s+должен"
)
_MARKS = (
    (
        r"<!--|\[//\]:|\[comment\]|!\[|alt=|title=|display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0|"
        r"font-size\s*:\s*[01]|"
        r"color\s*[:=]\s*[\"']?(?:white|transparent|#fff)|\bhidden\b"
    ),
)
_SPEAKS = (
    r"\byou\b|\bthe\s+(?:agent|assistant|model|ai|llm|user)\b|\b(?:ignore|always|do\s+not|send|read|run|execute)\b|://",
)
_COMMANDS = frozenset({Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.YAML})
"""What a decoded line without a sentence is taken for."""
_FIRST = 200
"""Bytes of a hidden command that are shown."""
_TAGS = frozenset({"tags", "zero-width", "selectors", "unseen"})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every hidden order: sure where it can hurt, a warning where it merely speaks to the model."""
    for document in hits:
        if not document.layers and not document.hits.intersection(_MARKS):
            continue
        invisible = any(layer in _TAGS for layer in document.layers)
        found = [each for one in _said.unseen(package, document) for each in _judged(one, invisible=invisible)]
        first = document.span(0, min(len(document.data), _FIRST))
        if invisible and not found and _said.covert(first) and document.kind in _COMMANDS:
            found = [RULE.at(first)] * bool(harms_in(document.data) & SERIOUS)
        yield from found


def _judged(one: Sentence, *, invisible: bool) -> Iterator[Finding]:
    text = one.words if invisible else _PICTURE.sub(b" ", one.words)
    if _ORDER.search(text) or (invisible and one.order):
        yield RULE.at(one.span, severity=Severity.HIGH if invisible else _severity(text))
    elif harms_in(text) & SERIOUS and (invisible or (one.order and not _offers(text))):
        yield RULE.at(one.span, severity=_severity(text))


# The address of a picture that takes nothing along orders nothing.
_PICTURE = pattern(r"!\[[^\]\n]{0,300}\]\([^)\s?&={}<>$]{1,300}\.(?:png|jpe?g|gif|svg|webp)\)")


def _offers(text: bytes) -> bool:
    """Whether a page that is left out tells what a reader can do about keys of their own, and sends nothing."""
    return bool(_CAN.search(text)) and harms_in(text) & SERIOUS == {Harm.SECRET}


_CAN = pattern(
    r"\byou\s+(?:can|may|could)\b[^.\n]{0,200}?\b(?:obtain|get|create|apply\s+for|register\s+for)\s+(?:an|a|your)\b"
)


def _severity(text: bytes) -> Severity:
    return Severity.HIGH if harms_in(text) & SERIOUS else Severity.MEDIUM


RULE = Rule(
    id="hidden-instructions",
    title="orders to the model stand where a person does not see them",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A person who reads the page before they trust it sees nothing; the model reads all of it.",
    remedy="write it where everybody can read it",
    anchors=(*_MARKS, *_SPEAKS),
    look=look,
)
