"""The document of `check --json`."""

from __future__ import annotations

from sealskill.model.value import Value
from sealskill.report.shapes import Fault, Installer, Missing, Reason, Summary, Unread


class NotInjected(Value):
    """A ready skill the model is not told of."""

    name: str
    reason: str


class Needs(Value):
    """A skill and what it misses."""

    name: str
    missing: Missing
    install: tuple[Installer, ...]


class Stopped(Value):
    """A skill and every reason it is not used."""

    name: str
    path: str
    cause: str
    reasons: tuple[Reason, ...]


class Broken(Value):
    """A package and its problems."""

    name: str
    path: str
    problems: tuple[Fault, ...]


class Covered(Value):
    """A well-formed skill behind another."""

    name: str
    path: str
    by: str
    why: str


class Aside(Value):
    """A manifest that is not loaded by rule."""

    path: str
    state: str
    why: str


class Scans(Value):
    """Verdicts over the skills that exist here."""

    clean: int = 0
    warning: int = 0
    blocked: int = 0
    incomplete: int = 0
    not_scanned: int = 0


class Restricted(Value):
    """One tool that is denied or asked about because of community skills."""

    tool: str
    decision: str
    """`deny confirm`."""
    when: str
    """`now`, or `once active`: as soon as every one of the skills is."""
    skills: tuple[str, ...]
    """The keys of the skills it is because of."""
    reason: str


class CheckDocument(Value):
    """`check --json`. Lists of names, and of objects where a name is not enough."""

    agent_id: str
    agent_skill_filter: tuple[str, ...] | None
    workspace_dir: str
    managed_skills_dir: str
    summary: Summary
    eligible: tuple[str, ...]
    model_visible: tuple[str, ...]
    command_visible: tuple[str, ...]
    disabled: tuple[str, ...]
    blocked: tuple[Stopped, ...]
    agent_filtered: tuple[str, ...]
    not_injected: tuple[NotInjected, ...]
    missing_requirements: tuple[Needs, ...]
    invalid: tuple[Broken, ...]
    unreadable: tuple[Unread, ...]
    shadowed: tuple[Covered, ...]
    passed: tuple[Aside, ...]
    warnings: tuple[Broken, ...]
    """Skills that load in spite of a problem."""
    community_capabilities: dict[str, tuple[str, ...]]
    policy_restrictions: tuple[Restricted, ...]
    """What the runtime policy denies or asks about because of community skills."""
    scan: Scans
    notices: tuple[str, ...]
    log: tuple[str, ...]
