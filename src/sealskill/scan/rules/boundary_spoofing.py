"""A text that forges the marks between system, person, tools and skill wants its words to count as somebody else's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.facts.harms import harms_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.document import Span
    from sealskill.scan.package import Package

_TEMPLATES = (
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text)\|>|"
    r"\[/?INST\]|<</?SYS>>|<start_of_turn>|<end_of_turn>"
)
_TAGS = (
    r"</?(?:system|system[-_]?(?:prompt|message|reminder|instructions?|override)|assistant|available_skills|"
    r"skills?|tool[-_]?(?:results?|response|output)|function[-_]?(?:results?|response)|"
    r"user[-_]?(?:message|input|query)|admin|developer|human|anthropic[-_]?\w*|openai[-_]?\w*|antml:\w+|"
    r"instructions?[-_]override)\s*/?>"
)
_FENCES = (
    r"<<<\s*/?(?:END_?)?(?:EXTERNAL_UNTRUSTED_CONTENT|UNTRUSTED|SYSTEM|USER)\w*\s*>>>|"
    r"(?:[-=*#]{2,}|\[)\s*(?:BEGIN|START|END)(?:\s+OF)?\s+(?:THE\s+)?(?:NEW\s+)?(?:SYSTEM|ADMIN(?:ISTRATOR)?|"
    r"DEVELOPER|USER|SKILL|TOOL)\s*(?:PROMPT|MESSAGE|INSTRUCTIONS?|OVERRIDE|RESULTS?|INPUT|OUTPUT|CONTENT)|"
    r"\b(?:BEGIN|END)\s+(?:OF\s+)?SYSTEM\s+(?:PROMPT|MESSAGE|INSTRUCTIONS?)\b|"
    r"\]\s*\[\s*(?:system|assistant|user)\s*\]\s*:|"
    r"(?:^|\n|<!--)[ \t>*-]*\[(?:system|assistant|developer|admin)\s+"
    r"(?:message|note|prompt|override|instruction|notice)s?\]"
)
_MARK = pattern(f"{_TEMPLATES}|{_TAGS}|{_FENCES}")
_TURN = pattern(
    r"(?:^|[\s>*_#])(?:new|updated|revised|real|actual|"
    r"additional\s+system)\s+(?:system\s+)?instructions?\s*(?:from\s+\w+\s*)?[:：]"
)
_ORDERS = pattern(
    r"\b(?:you\s+(?:must|should|will|are)|ignore|disregard|always|never|do\s+not|execute|run|read|send|reveal|"
    r"must)\b|必须|请|忽略"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every forged mark outside code, worse where orders stand behind it."""
    told = _said.Told(RULE, package, hits)
    for document in hits:
        for span in _said.lines(document, _MARK):
            if _said.covert(span) or not (_said.shown(span) or _placeholder(span) or _listed(package, span)):
                yield RULE.at(span, severity=_bad(package, span))
    for one in told.meaning(_TURN):
        if _said.hidden(one) or harms_in(_said.around(one)):
            yield RULE.at(one.span, severity=Severity.MEDIUM, message="the text announces new instructions")


def _listed(package: Package, span: Span) -> bool:
    """Whether it stands in a row of a table of a skill about attacks."""
    return package.purpose.covers(Topic.SECURITY) and _said.line_of(span).lstrip().startswith(b"|")


def _placeholder(span: Span) -> bool:
    """Whether a tag is a blank to be filled in: it stands in the middle of a line, with nothing closed after it."""
    if not _NAME.search(span.data):
        return False
    line = _said.line_of(span)
    return not _said.ends_line(span) and b"</" not in line


_NAME = pattern(r"^<[a-z][\w-]*>$")


def _bad(package: Package, span: Span) -> Severity:
    text = _said.behind(span)
    if package.purpose.covers(Topic.SECURITY) and not _said.covert(span):
        return Severity.MEDIUM
    return Severity.HIGH if _ORDERS.search(text) or harms_in(text) else Severity.MEDIUM


RULE = Rule(
    id="boundary-spoofing",
    title="the text forges a mark that separates speakers",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "Models tell whose words they read by such marks. A skill that writes them makes its text look like the "
        "host's, the person's or a tool's."
    ),
    remedy="drop the mark; write it as code where it is the subject",
    anchors=_said.anchors(
        (
            r"<\|im_|<\|(?:system|user|assistant|endoftext|eot_id|start_header|end_header|begin_of)|\[/?INST\]|"
            r"<</?SYS>>|_of_turn>"
        ),
        (
            r"</?(?:system|assistant|available_skills|skill|tool|function|user|admin|developer|human|anthropic|"
            r"openai|antml|instruction)"
        ),
        r"<<<|(?:BEGIN|START|END|OF|THE|NEW) (?:SYSTEM|ADMIN|DEVELOPER|USER|SKILL|TOOL)|\[\s*(?:system|assistant|user)",
        r"(?:new|updated|revised|real|actual) (?:system )?instructions?(?:\s?:|\sfrom)",
    ),
    look=look,
)
