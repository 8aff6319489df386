"""What the person copied is exchanged for something of the same kind: an address that somebody else gets paid at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# How programs tell an address or a card number from other text: the alphabets and lengths of their forms.
_FORMS = (
    r"A-HJ-NP-Za-km-z|a-km-zA-HJ-NP-Z|a-zA-HJ-NP-Z0-9|1-9A-HJ-NP-Za-km-z|0x\\?\[\(?a-f|0x\[[0-9a-fA-F-]{6,12}\]\\?\{40|"
    r"\bbc1[\[\\(a-z|?]|\(bc1\||\^bc1|\[13\]\[|\[LM3\]|\b4\[0-9AB\]|\[48\]\[0-9AB\]|T\[A-Za-z1-9\]|"
    r"startswith\(\(?[\"'](?:bc1|0x)|HasPrefix\([^)]{1,40}\"(?:bc1|0x)|start_with\?\([\"'](?:bc1|0x)|"
    r"startsWith\([\"'`](?:bc1|0x)|StartsWith\(\"(?:bc1|0x)|\\d\{1[3-9]\}|\[0-9\]\{16\}|[A-Z]\{2\}\\d\{2\}"
)
# An address of one's own, written out.
_OWN = (
    r"[\"'`](?:bc1[a-z0-9]{25,60}|0x[0-9a-fA-F]{40}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|T[1-9A-HJ-NP-Za-km-z]{33}|"
    r"[LM][a-km-zA-HJ-NP-Z1-9]{26,33}|[48][0-9AB][1-9A-HJ-NP-Za-km-z]{93}|[1-9A-HJ-NP-Za-km-z]{43,44})[\"'`]"
)
_SHAPES = pattern(_FORMS, case=True)
_ADDRESS = pattern(_OWN, case=True)
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
    knows, owns = bool(_SHAPES.search(whole.data)), bool(_ADDRESS.search(whole.data))
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
