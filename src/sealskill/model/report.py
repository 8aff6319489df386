"""What a scan points at: findings, what was read and what was not. No policy, no waiver and no date in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from sealskill.model.value import Value
from sealskill.model.verdict import Verdict

if TYPE_CHECKING:
    from sealskill.model.opinion import Opinion


class Axis(StrEnum):
    """Three questions that are never summed."""

    MALICE = "malice"
    """Does it serve somebody else than the person who runs it? Only this may block."""
    POWER = "power"
    """What can it reach? Power that does not belong to what the skill says it is warns."""
    HYGIENE = "hygiene"
    """Is it well made?"""


class Severity(StrEnum):
    """How bad it is if it is so."""

    CRITICAL = "critical"
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for critical, then upwards: a smaller rank is worse."""
        return _SEVERITIES.index(self)


class Confidence(StrEnum):
    """How sure we are that it is so."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"

    @property
    def rank(self) -> int:
        """0 for high, then upwards."""
        return _CONFIDENCES.index(self)


class Audience(StrEnum):
    """Who wants to hear of it."""

    EVERYBODY = "everybody"
    AUTHOR = "author"
    """Shown by `scan -v` and to authors; no stranger needs it to decide."""


_SEVERITIES = tuple(Severity)
_CONFIDENCES = tuple(Confidence)


class Place(Value):
    """Where something stands: a line of a file, and through which decodings it was reached."""

    path: str
    line: int
    evidence: str = ""
    """The text itself, cut and with secrets masked."""
    layers: tuple[str, ...] = ()
    """How it had to be decoded, outermost first: `base64`, `zip:install.sh`."""


class Finding(Value):
    """One thing a rule points at. Rules know nothing of verdicts."""

    rule: str
    axis: Axis
    severity: Severity
    confidence: Confidence
    message: str
    path: str
    line: int
    evidence: str = ""
    layers: tuple[str, ...] = ()
    chain: tuple[Place, ...] = ()
    """The steps that make it what it is, in order, where they stand apart."""
    audience: Audience = Audience.EVERYBODY
    waived_by: str = ""
    """The reason a person gave for accepting it; a waived finding is listed beside the others."""

    @property
    def order(self) -> tuple[object, ...]:
        """What findings are sorted by: the worst and surest first."""
        return (self.severity.rank, self.confidence.rank, self.path, self.line, self.rule)


class Why(StrEnum):
    """Why something was not read."""

    OPAQUE = "opaque"
    """A program, or a format nobody here knows: its bytes say nothing about what it does."""
    TRAILING = "trailing data"
    """A known format with bytes behind its end."""
    TOO_LARGE = "too large"
    TRUNCATED = "truncated"
    """A cap on depth, count or ratio stopped the reading half-way."""
    ENCRYPTED = "encrypted"
    CRASHED = "crashed"
    """A reader or a rule failed on it."""
    UNREADABLE = "unreadable"
    LINK = "link"
    NOT_JUDGED = "not judged"
    """A second reader was required, and did not judge it."""


class Unread(Value):
    """Something that no rule has seen, and why. Any of it makes a scan incomplete."""

    path: str
    why: Why
    said: str = ""


class Coverage(Value):
    """What was read."""

    files: int = 0
    bytes: int = 0
    documents: int = 0
    """Files and the layers decoded from them."""
    structured: int = 0
    """Documents that a rule wanted to see as structure, not as bytes."""
    unread: tuple[Unread, ...] = ()


class Report(Value):
    """Everything a scan of one package found."""

    seal: str | None
    engine: str
    """The digest of rules and readers: another engine may find something else."""
    findings: tuple[Finding, ...] = ()
    coverage: Coverage = Coverage()


class Scanned(Value):
    """A report under a policy, with the waivers of a person applied: what doors show."""

    path: str
    """The path that was given, joined with the place of the skill under it."""
    name: str
    verdict: Verdict
    findings: tuple[Finding, ...]
    """The findings of the report, waived ones among them, worst first."""
    report: Report
    why: str = ""
    """The verdict in a line: what decided it. Empty for `clean`."""
    cached: bool = False
    """Whether the report was kept from an earlier scan of the same seal."""
    opinion: Opinion | None = None
    """What became of asking a second reader; None where none was asked. Its findings are among `findings`."""


class Tally(Value):
    """The counts of many scans. `skills` is the sum of the four verdicts after it."""

    skills: int = 0
    clean: int = 0
    warn: int = 0
    block: int = 0
    incomplete: int = 0
    findings: int = 0
    """Findings that count: waived ones are not among them."""
    waived: int = 0
    files: int = 0
    bytes: int = 0
    unread: int = 0

    @classmethod
    def of(cls, scans: Iterable[Scanned]) -> Tally:
        """The counts of some scans."""
        counted: Counter[str] = Counter()
        for one in scans:
            waived = sum(bool(finding.waived_by) for finding in one.findings)
            counted.update({one.verdict.value: 1, "skills": 1, "waived": waived})
            counted.update(findings=len(one.findings) - waived, unread=len(one.report.coverage.unread))
            counted.update(files=one.report.coverage.files, bytes=one.report.coverage.bytes)
        return cls(**counted)
