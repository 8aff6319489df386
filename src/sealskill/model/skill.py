"""A well-formed skill, what we know of its origin, and what the gate says of it."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path

from sealskill.model.draft import Draft, Root, Tree
from sealskill.model.manifest import Manifest
from sealskill.model.problem import Problem
from sealskill.model.report import Scanned
from sealskill.model.value import Value
from sealskill.model.verdict import Verdict


class TrustLevel(StrEnum):
    """How far we believe a package, most trusted first."""

    BUILTIN = "builtin"
    LOCAL = "local"
    SIGNED = "signed"
    COMMUNITY = "community"

    @property
    def tier(self) -> int:
        """0 for builtin and local alike, then signed, then community: a lower tier is never shadowed by a higher."""
        return _TIERS[self]


_TIERS = {TrustLevel.BUILTIN: 0, TrustLevel.LOCAL: 0, TrustLevel.SIGNED: 1, TrustLevel.COMMUNITY: 2}


class Trust(Value):
    """A trust level and the reason for it."""

    level: TrustLevel
    why: str
    publisher: str = ""

    def __str__(self) -> str:
        return f"signed({self.publisher})" if self.level is TrustLevel.SIGNED else self.level.value


class Origin(Value):
    """Where the bytes came from, as far as a record says."""

    source: str = ""
    """Which kind of record said so; "" when there is none."""
    record: str = ""
    """The file that holds the record."""
    ref: str = ""
    """What was installed: a slug, a repository, an address."""


class Skill(Value):
    """A draft that passed `check.spec`. Nobody checks it again."""

    key: str
    slug: str
    name: str
    description: str
    manifest: Manifest
    tree: Tree
    folder: str
    root: Root
    origin: Origin = Origin()
    problems: tuple[Problem, ...] = ()
    manifest_digests: dict[str, str] = {}
    members: dict[str, str] = {}

    @property
    def folder_name(self) -> str:
        """The name of the folder of the package."""
        return os.path.basename(self.folder)

    @property
    def path(self) -> Path:
        """The folder of the package."""
        return Path(self.folder)

    @property
    def manifest_path(self) -> Path:
        """The file that makes it a package."""
        return Path(self.folder) / self.manifest.dialect.value


class Check(Value):
    """One question the gate asked and its answer."""

    gate: str
    """`enabled bundled agent identity limit verdict os bins any_bins env config tools`, in that order."""
    ok: bool
    name: str = ""
    """The binary, variable or setting asked for."""
    message: str = ""
    advice: str = ""


class Ready(Value):
    """A skill that may be used on this host, now."""

    skill: Skill
    seal: str | None
    trust: Trust
    verdict: Verdict
    checks: tuple[Check, ...] = ()
    scan: Scanned | None = None
    """What the scanner found, waivers applied; None where it did not look."""


class Blocked(Value):
    """A skill that may not be used, with every reason."""

    skill: Skill
    seal: str | None
    trust: Trust
    verdict: Verdict
    checks: tuple[Check, ...] = ()
    scan: Scanned | None = None
    """What the scanner found, waivers applied; None where it did not look."""

    @property
    def reasons(self) -> tuple[Check, ...]:
        """The checks that failed, first cause first."""
        return tuple(check for check in self.checks if not check.ok)

    @property
    def cause(self) -> str:
        """The gate that stopped it first."""
        return self.reasons[0].gate

    @property
    def disabled(self) -> bool:
        """Whether a person switched it off."""
        return self.cause == "enabled"


class Shadowed(Value):
    """A well-formed skill that another one stands in front of."""

    skill: Skill
    trust: Trust
    by: str
    """The folder of the skill that won."""
    why: str


class Invalid(Value):
    """A draft that never becomes a skill, with every problem."""

    draft: Draft
    problems: tuple[Problem, ...]
