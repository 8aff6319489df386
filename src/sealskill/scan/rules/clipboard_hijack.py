"""What the person copied is exchanged for something of the same kind: an address that somebody else gets paid at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.accounts import PURSE, SHAPES
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_FOREVER = pattern(
    r"\bwhile\s*\(?\s*(?:true|1|:)|\bloop\s*(?:\{|do\b)|\bfor\s*(?:\(\s*;\s*;\s*\)|\{)|\bsetInterval\s*\(|\brepeat\b|"
    r"\bwhile\s+(?:sleep|\[\s*1)|\buntil\s+false"
)
_WHOLE = frozenset({Data.CLIPBOARD})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every program that reads the clipboard, knows what an address looks like, and writes the clipboard."""
    for document in hits:
        taken = _first(document, Verb.READ)
        put = _first(document, Verb.WRITE)
        if taken is not None and put is not None:
            yield from _judged(package, document, taken, put)


def _first(document: Document, verb: Verb) -> Act | None:
    acts = (one for one in document.acts if one.verb is verb and one.data & _WHOLE)
    return next((one for one in acts if one.doer is Doer.CODE), None)


def _judged(package: Package, document: Document, taken: Act, put: Act) -> Iterator[Finding]:
    whole = document.span()
    knows, owns = bool(SHAPES.search(whole.data)), bool(PURSE.search(whole.data))
    waits = bool(_FOREVER.search(whole.data))
    if not (knows or owns) or not (owns or waits):
        return
    severity = Severity.CRITICAL if owns and (knows or waits) else Severity.MEDIUM
    yield RULE.at(
        put.span, severity=severity, confidence=_acts.sure(package, put),
        chain=(*_acts.trail(package, put), taken.span, put.span),
    )  # fmt: skip


RULE = Rule(
    id="clipboard-hijack",
    title="what the person copied is exchanged for something else",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="Nobody reads an address again after pasting it: the money goes to whoever put his own there.",
    remedy="Leave the clipboard alone, or write to it only what the person asked for, when they asked.",
    look=look,
    anchors=(
        r"\bpyperclip\b|\bclipboard\b|clipboardy|\bpbcopy\b|\bxclip\b|\bxsel\b|wl-copy|\bpasteboard\b|SetClipboard|Clipboard",
    ),
)
