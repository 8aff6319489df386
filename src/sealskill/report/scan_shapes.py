"""The document of `scan --format json`."""

from __future__ import annotations

from sealskill.model.value import Value


class Step(Value):
    """One step of the chain that makes a finding what it is."""

    path: str
    line: int
    evidence: str
    layers: tuple[str, ...]
    """How it had to be decoded, outermost first."""


class Pointed(Value):
    """One finding."""

    rule: str
    axis: str
    """`malice power hygiene`."""
    severity: str
    """`critical high medium low info`."""
    confidence: str
    """`high medium low`."""
    message: str
    path: str
    """Relative to the package."""
    line: int
    evidence: str
    """The line, cut and with secrets masked."""
    chain: tuple[Step, ...]
    """The steps that make it what it is, in order; of one that had to be decoded at least its own."""
    waived_by: str | None
    """The reason a person gave for accepting it; a waived finding does not count."""


class Opaque(Value):
    """Something no rule has seen."""

    path: str
    why: str
    """The kind (`opaque`, `trailing data`, `too large`, `truncated`, `crashed`, `link`…), then words."""


class ScanRow(Value):
    """What the scanner says of one package, in short."""

    verdict: str
    """`clean warn block incomplete`."""
    why: str
    """What decided it, in a line; empty for `clean`."""
    findings: int
    """Those that count."""
    waived: int
    unread: int
    engine: str
    """The digest of the rules and readers that looked."""


class Coverage(Value):
    """What was read of a package."""

    files: int
    bytes: int
    unread: tuple[Opaque, ...]


class Verdicted(Value):
    """One package of a scan."""

    path: str
    """The path that was given, joined with the place of the package under it."""
    name: str
    seal: str | None
    verdict: str
    """`clean warn block incomplete`."""
    findings: tuple[Pointed, ...]
    coverage: Coverage


class Waived(Value):
    """A waiver or baseline that was used, and how often."""

    reason: str
    rule: str
    skill: str
    findings: int


class Lost(Value):
    """A place that could not be looked into."""

    path: str
    why: str
    advice: str


class Counted(Value):
    """The counts of a scan. `skills` is the sum of the four verdicts after it."""

    skills: int
    clean: int
    warn: int
    block: int
    incomplete: int
    findings: int
    """Those that count."""
    waived: int
    files: int
    bytes: int
    unread: int
    policy: str
    engine: str
    """The digest of rules and readers."""
    waivers: tuple[Waived, ...]
    lost: tuple[Lost, ...]
    notices: tuple[str, ...]


class ScanDocument(Value):
    """`scan --format json`. Every finding is in it, whoever wants to hear it."""

    skills: tuple[Verdicted, ...]
    summary: Counted
