"""A program or a template that writes into an agent's settings that it may do everything unasked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Document, Kind, Span
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts
from sealskill.scan.rules._said import places

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_LIFTS = (
    r"\bbypassPermissions\b|\bskipDangerousModePermissionPrompt\b|[\"']Bash\((?:\*|:\*)\)[\"']|"
    r"[\"']?\b(?:autoApprove|alwaysAllow|auto_approve)\b[\"']?\]?\s*[:=]\s*(?:\[\s*[\"']\*[\"']|[Tt]rue\b)|"
    r"[\"']?chat\.tools\.(?:global\.)?autoApprove[\"']?\]?\s*[:=]\s*[Tt]rue|"
    r"\bapproval_policy\b[\"']?\]?\s*[:=]\s*\\?[\"']never|\bsandbox_mode\b[\"']?\]?\s*[:=]\s*\\?[\"']danger-full-access|"
    r"[\"']?\bexec(?:[.\"'\]\[]{1,6})ask[\"']?\]?\s*[:=]\s*[\"']off"
)
_SCHEDULED = (
    r"(?:\bcrontab\b|(?:[\d*/,-]{1,8}[ \t]+){3,4}[\d*/,-]{1,8}[ \t])[^\n]{0,160}?"
    r"--(?:dangerously\S{4,40}|full-auto|yolo)\b"
)
_NEWEST = (
    r"\[\s*[\"']-y[\"']\s*,\s*[\"'][^\"'\s]{2,80}@latest[\"'][^\]]{0,200}?"
    r"(?:[\"']/[\"']|--allow-(?:all|write|everything)|--dangerously)"
)
_LIFTED = pattern(_LIFTS)
_UNWATCHED = pattern(f"{_SCHEDULED}|{_NEWEST}")
# Where agents keep what they may do.
_SETTINGS = pattern(
    r"\.claude\b|\.cursor\b|\.codex\b|\.gemini\b|\.openclaw\b|\.clawdbot\b|\.vscode\b|\.kiro\b|\.windsurf\b|\.continue\b|\.cline\b|"
    r"claude_desktop_config|openclaw\.json|cline_mcp_settings|\bmcp\.json|Code/User|\.mcp\.json"
)
_WRITES = pattern(
    r"\bjson\.dump|\.write\w*\(|\bopen\([^\n]{0,80}[\"'][wa]\+?[\"']|writeFile|>>?\s*[\"']?[~$./\w]|\btee\b|\bjq\b|\bSet-Content\b|\bOut-File\b"
)
_PROGRAMS = frozenset(
    {Kind.PYTHON, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.SHELL, Kind.POWERSHELL, Kind.BATCH, Kind.CODE}
)
_SPOKEN = pattern(
    r"\b(?:bypass\w*|auto-?approv\w*|permissions?|approvals?|unattended|without\s+(?:asking|prompts?|confirmation)|sandbox|allow-?list)\b"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """The first such setting of each program; bad where the text for the person is silent about it."""
    for document in hits:
        span = next(places(document, _LIFTED), None)
        if span is not None and document.kind in _PROGRAMS and _sets(document):
            yield _changed(package, span)
        elif document.kind is Kind.MARKDOWN and (open_to := next(places(document, _UNWATCHED), None)):
            yield RULE.at(open_to, severity=Severity.MEDIUM, axis=Axis.POWER, message=_ALONE)
        elif span is not None and document.kind is Kind.MARKDOWN and _WHOLE.search(span.data):
            yield RULE.at(span, severity=Severity.MEDIUM, axis=Axis.POWER, message=_SHOWN)


def _sets(document: Document) -> bool:
    """Whether a program writes, and names the settings of an agent."""
    return any(places(document, _SETTINGS)) and any(places(document, _WRITES))


def _changed(package: Package, span: Span) -> Finding:
    document = span.document
    openly = _told(package) or package.purpose.covers(Topic.AUTONOMY, Topic.PERMISSIONS)
    return RULE.at(
        span,
        severity=Severity.MEDIUM if openly else Severity.HIGH,
        axis=Axis.POWER if openly else Axis.MALICE,
        confidence=Confidence.LOW if _acts.is_sample(package, document) else Confidence.MEDIUM,
        chain=package.way_to(document.path),
    )


_ALONE = "something runs unwatched and with every right"
_SHOWN = "settings to copy let an agent's tools do everything unasked"
_WHOLE = pattern(r"\*")


def _told(package: Package) -> bool:
    return any(one.kind is Kind.MARKDOWN and any(places(one, _SPOKEN)) for one in package.texts)


RULE = Rule(
    id="lifted-guards",
    title="an agent's settings are changed so that nothing is asked any more",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="What an agent may do without asking is the person's decision, and it holds for everything that comes later.",
    remedy="Leave permissions to the person; say which single tool should be allowed and why.",
    look=look,
    anchors=(_LIFTS, _SCHEDULED, _NEWEST),
)
