"""A shell in the hands of whoever is at the other end of a connection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.document import Kind
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every shell that is given away."""
    for act in _acts.meant(hits, Verb.SHELL):
        usual = Confidence.LOW if _taught(package, act) else Confidence.HIGH
        yield RULE.at(
            act.span, confidence=_acts.sure(package, act, usual), chain=_acts.trail(package, act),
            message=f"a shell is handed to {_acts.whither(act)}",
        )  # fmt: skip


def _taught(package: Package, act: Act) -> bool:
    """Whether a skill about attacks shows one in its text, as such skills do."""
    shown = act.doer is not Doer.CODE or act.span.document.kind is Kind.MARKDOWN
    return package.purpose.covers(Topic.SECURITY) and shown and not act.hidden and not act.span.document.layers


RULE = Rule(
    id="reverse-shell",
    title="a shell is handed to somebody else",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.HIGH,
    why="Whoever is at the other end types commands on this machine from then on.",
    remedy="Remove it. Nothing a skill does needs it.",
    look=look,
    anchors=(
        r"/dev/(?:tcp|udp)/", r"\bnc\b", r"\bncat\b", r"\bsocat\b", r"\bsocket\b", r"\bpty\b", r"\bmkfifo\b",
        r"TCPClient", r"\bnet\.(?:connect|Socket|createConnection)", r"\bdup2\b", r"fsockopen", r"\bTCPSocket\b",
        r"openssl\s+s_client", r"\btelnet\b", r"reverse[\s_-]?shell",
    ),
)  # fmt: skip
