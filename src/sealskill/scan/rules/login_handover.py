"""The login of a well-known program is given to another one that is only called like it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.document import Kind, Span
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules._said import places

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_READS = (
    r"\$\(\s*(?:gh\s+auth\s+token|(?:heroku|vercel|netlify|fly|railway|doctl|hub|glab)\s+\w*auth\S*(?:\s+\S+)?|gcloud\s+auth\s+print-\w+-token|"
    r"(?:cat|jq|yq|grep|awk|sed|head|cut)\b[^\n()]{0,80}?(?:~|\$HOME|\$\{HOME\})/\.[^\s)\"']{3,120}[^\n()]{0,80})"
)
_GIVEN = pattern(
    rf"(?:^|[\n;&|`])[ \t]*(?:[$>][ \t]+)?(?:npx\s+(?:-y\s+)?)?([\w@./-]{{2,60}})[ \t][^\n$]{{0,120}}?({_READS})"
)
_OFFICIAL = pattern(
    r"\bofficial\b|\breplac\w+\b|\bsuccessor\b|\bno\s+longer\s+maintained\b|\bnew\s+(?:generation|name|version)\s+of\b|\bdeprecated\b|官方|公式|공식|oficial|offiziell|officiel"
)
_WORDS = pattern(r"[a-z][a-z0-9]{1,30}")
_TEXTS = frozenset({Kind.MARKDOWN, Kind.TEXT, Kind.SHELL, Kind.HTML})
_COMMON = frozenset(
    b"cat jq yq grep awk sed head cut token tokens config auth json toml yaml yml access local share com cli org io "
    b"net home api key keys credentials hosts session login data app raw print".split()
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every such command; worse where the text says that the other program is the official one."""
    for document in hits:
        if document.kind in _TEXTS:
            for span in places(document, _GIVEN):
                if _alike(span):
                    claimed = any(places(document, _OFFICIAL)) or _OFFICIAL.search(package.purpose.said.encode())
                    yield RULE.at(span, severity=Severity.HIGH if claimed else Severity.MEDIUM)


def _alike(span: Span) -> bool:
    """Whether the program that gets the login has the name of the one it belongs to within its own, and more."""
    found = _GIVEN.search(span.data)
    if found is None:
        return False
    program = found.group(1).lower().rpartition(b"/")[2]
    owners = set(_WORDS.findall(found.group(2).lower())) - _COMMON
    return any(one in program and one != program for one in owners)


RULE = Rule(
    id="login-handover",
    title="the login of a program is given to another one that is only called like it",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whoever made the second program then acts as the person with the first one's service.",
    remedy="Use the program the login was issued to, or let the person sign in to the other one.",
    look=look,
    anchors=(_READS,),
)
