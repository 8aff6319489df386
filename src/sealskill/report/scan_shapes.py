"""The document of `scan --format json`."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

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


class Claimed(Value):
    """Something a second reader says a package does."""

    kind: str
    """`does`, `leaves` (the machine), `executes`, or `asks` (of the agent)."""
    says: str
    """In the words of the model."""
    path: str
    line: int
    evidence: str
    """The line, which really stands there."""


class Judged(Value):
    """What became of asking a second reader about a package. Its points are findings of the rule `judge`."""

    model: str
    prompt: str
    """The version of the question."""
    verdict: str | None
    """`none warn block`: what it raises to under the policy, which never lowers. Null where it did not judge."""
    refused: bool
    """It would not answer."""
    failed: bool
    """There is no answer that can be used, or it was not shown everything: the package is not judged."""
    why: str
    """Its reason, or why it did not judge."""
    purpose: str
    """What it takes the package to be for."""
    facts: tuple[Claimed, ...]
    discarded: int
    """Points that were thrown away: the line they quote does not stand in the package."""
    unread: tuple[Opaque, ...]
    """What it was not shown."""
    input_tokens: int | None
    output_tokens: int | None
    cost: float | None
    """In the currency of the prices in the settings; 0 for a kept answer, null where a price or a count is missing."""
    cached: bool
    """The answer was kept from an earlier scan of the same seal."""


class Heard(Value):
    """The counts of a second reader. Tokens and cost are those of this run."""

    model: str
    prompt: str
    judged: int
    refused: int
    failed: int
    cached: int
    """Answers that were kept: judged or failed like the others."""
    raised: int
    """Answers of `warn` or `block`."""
    discarded: int
    input_tokens: int
    output_tokens: int
    cost: float | None


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
    judge: Judged | UnsetType = UNSET
    """Only where a second reader was asked, or an answer of it is kept."""


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
    judge: Heard | UnsetType = UNSET
    """Only where a second reader was asked, or an answer of it is kept."""


class ScanDocument(Value):
    """`scan --format json`. Every finding is in it, whoever wants to hear it."""

    skills: tuple[Verdicted, ...]
    summary: Counted
