"""Copy this from a page into your terminal: the person becomes the one who runs what nobody has read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document
from sealskill.scan.facts.hosts import host_of
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing
from sealskill.scan.facts.wares import Ware
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _lures
from sealskill.scan.rules._lures import Lure

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# Checks for humans that end in a key combination: no such check has ever existed.
_CLICKFIX = pattern(
    r"\b(?:verify|prove|confirm)\b[^\n]{0,80}?\b(?:human|robot|captcha|identity|browser)\b[^\n]{0,300}?"
    r"(?:\bwin(?:dows)?(?:\s+key)?\s*\+\s*[rx]\b|\bterminal\b|\bpowershell\b|\brun\s+dialog\b)|"
    r"\b(?:press|hit|use)\s+(?:the\s+)?(?:win(?:dows)?(?:\s+(?:key|button))?|cmd|⌘)\s*\+\s*(?:r|"
    r"space)\b[^\n]{0,200}?\b(?:paste|ctrl\s*\+\s*v|cmd\s*\+\s*v|⌘\s*v)"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every sentence that has a person carry a command from somewhere else into a terminal."""
    for document in hits:
        yield from _from_pages(package, document)
        yield from _key_strokes(document)


def _from_pages(package: Package, document: Document) -> Iterator[Finding]:
    for lure in _lures.lures(package, document):
        said = lure.words
        if lure.standing not in FOREIGN or lure.ware not in (Ware.PAGE, Ware.SCRIPT):
            continue
        if _lures.TERMINAL.search(said) and _lures.FROM_PAGE.search(said):
            strange = lure.standing in STRANGE - {Standing.HOOK} or _needed(lure)
            yield RULE.at(
                lure.span, severity=Severity.HIGH if strange else Severity.MEDIUM,
                chain=(lure.sentence.span, lure.span),
                message=f"a command from a page of {host_of(lure.url)} is to be put into a terminal",
            )  # fmt: skip


def _needed(lure: Lure) -> bool:
    """Whether nothing works until it was done, and the command stands nowhere but on a stranger's page."""
    return lure.ware is Ware.PAGE and bool(_lures.NEED.search(_lures.section(lure.sentence)))


def _key_strokes(document: Document) -> Iterator[Finding]:
    prose = document.sentences
    if document.kind in _lures.TEXTS and isinstance(prose, Prose):
        for sentence in prose.saying(_CLICKFIX):
            if not sentence.quoted and not sentence.negated:
                yield RULE.at(sentence.span, message="key strokes are dictated that paste and run a command")


RULE = Rule(
    id="terminal-lure",
    title="a person is to carry a command into a terminal",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="What a person pastes into a terminal runs with all their rights, and nobody has looked at the page.",
    remedy="Put the command into the skill, where it can be read, or name the vendor's own page.",
    look=look,
    anchors=(
        r"\bterminal\b", r"command prompt", r"\bpowershell\b", r"run dialog", r"\bwin(?:dows)?(?: key)? ?\+ ?r\b",
        r"\bconsole\b",
        r"\bcmd\b", r"\bctrl ?\+ ?v\b", "终端|終端|命令行|терминал|консол|consola",
    ),
)  # fmt: skip
