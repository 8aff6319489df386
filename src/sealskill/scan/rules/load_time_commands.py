"""A command that runs while the text is being loaded: nobody has read the skill yet, and nobody is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.places import data_at
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_DIRECTIVE = pattern(r"(?:^|[^\w!`\]])!`([^`\n]{1,1000})`|(?:^|\n)```!\s*\n(.{1,1000}?)\n```")
_NETWORK = pattern(
    r"\b(?:curl|wget|nc|ncat|netcat|ssh|scp|rsync|ftp|telnet|dig|nslookup|iwr|irm|Invoke-WebRequest)\b|/dev/tcp/|"
    r"https?://"
)
_RUNS = pattern(
    r"\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:base64\s+(?:-d|--decode)|eval|bash\s+-c|sh\s+-c|python3?\s+-c|"
    r"node\s+-e|perl\s+-e|npx|uvx|pip3?\s+install|npm\s+i(?:nstall)?)\b"
)
_CHANGES = pattern(
    r"\b(?:rm|mv|chmod|chown|tee|dd|kill|crontab|sudo|launchctl|systemctl|git\s+(?:push|reset|clean))\b|>>?\s*[~/$.\w]"
)
_ENVIRONMENT = pattern(
    r"(?:^|[;&|(\s])(?:env|printenv|set|export\s+-p)(?:$|[\s;&|)])|\$\w*(?:TOKEN|SECRET|PASSWORD|API_?KEY)\b"
)


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every such directive that sends, fetches, reads secrets or changes something; looking around is honest."""
    for document in hits:
        if document.kind is Kind.MARKDOWN:
            for span in _directives(document):
                if judged := _judge(span.data):
                    yield RULE.at(span, axis=judged[0], severity=judged[1])


def _directives(document: Document) -> Iterable[Span]:
    for group in (1, 2):
        yield from _said.places(document, _DIRECTIVE, group)


def _judge(command: bytes) -> tuple[Axis, Severity] | None:
    secret = bool(data_at(command)) or bool(_ENVIRONMENT.search(command)) or Harm.SECRET in harms_in(command)
    network, runs = bool(_NETWORK.search(command)), bool(_RUNS.search(command))
    if network and (secret or runs):
        return Axis.MALICE, Severity.CRITICAL
    if secret or (runs and b"base64" in command):
        return Axis.MALICE, Severity.HIGH
    if network or runs:
        return Axis.MALICE, Severity.MEDIUM
    return (Axis.POWER, Severity.MEDIUM) if _CHANGES.search(command) else None


RULE = Rule(
    id="load-time-commands",
    title="a command runs while the skill's text is loaded",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "Some hosts run !`command` before the model sees the text and before anybody is asked. Its output enters the "
        "prompt; its effects stay."
    ),
    remedy="tell the agent to run the command when it is needed",
    anchors=(r"!`", r"```!"),
    look=look,
)
