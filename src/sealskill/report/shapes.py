"""The documents `--json` prints. Field names are stable: a field is added, never renamed; a break changes `schema`.

Names follow OpenClaw's `skills list --json` in snake_case, so that a script made for it needs little change.
"""

from __future__ import annotations

from typing import Any

from sealskill.model.value import Value
from sealskill.report.scan_shapes import Opaque, Pointed, ScanRow


class Missing(Value):
    """What the machine would have to have."""

    bins: tuple[str, ...] = ()
    any_bins: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    config: tuple[str, ...] = ()
    os: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


class Reason(Value):
    """Why a package is not ready: the gate that said no (`spec` for a manifest that cannot load)."""

    gate: str
    name: str = ""
    message: str = ""
    advice: str = ""


class Fault(Value):
    """One problem of a manifest."""

    code: str
    level: str
    message: str
    path: str = ""
    line: int | None = None
    advice: str = ""


class Row(Value):
    """One package of `list --json`."""

    name: str
    key: str
    slug: str
    description: str
    emoji: str
    category: str
    dialect: str
    status: str
    """`ready missing blocked disabled invalid shadowed`."""
    eligible: bool
    disabled: bool
    blocked_by_allowlist: bool
    blocked_by_agent_filter: bool
    model_visible: bool
    user_invocable: bool
    command_visible: bool
    command: str
    """What a user types after `/`, or empty."""
    source: str
    bundled: bool
    path: str
    """The manifest."""
    primary_env: str
    homepage: str
    capabilities: tuple[str, ...]
    seal: str | None
    trust: str
    """`builtin local signed(<publisher>) community`, or empty when nobody asked."""
    verdict: str
    """`clean warn block incomplete`, or `not scanned`."""
    scan: ScanRow | None
    """What the scanner says of it; null where nobody asked."""
    missing: Missing
    reasons: tuple[Reason, ...]


class Summary(Value):
    """Counts. `manifests` is the sum of the eight states after it."""

    manifests: int
    ready: int
    blocked: int
    disabled: int
    invalid: int
    unreadable: int
    shadowed: int
    nested: int
    skipped: int
    blocked_by: dict[str, int]
    total: int
    """The skills that exist here: ready, blocked and disabled."""
    eligible: int
    model_visible: int
    command_visible: int
    agent_filtered: int
    not_injected: int
    missing_requirements: int


class Unread(Value):
    """A place that could not be looked into."""

    path: str
    why: str
    advice: str = ""


class ListDocument(Value):
    """`list --json`."""

    workspace_dir: str
    managed_skills_dir: str
    skills: tuple[Row, ...]
    summary: Summary
    unreadable: tuple[Unread, ...] = ()
    notices: tuple[str, ...] = ()


class Installer(Value):
    """One way to get what is missing."""

    id: str
    kind: str
    label: str
    bins: tuple[str, ...]
    os: tuple[str, ...]
    command: str


class Answer(Value):
    """A question a gate asked, and whether the answer was yes."""

    gate: str
    name: str
    ok: bool


class ConfigCheck(Value):
    """A setting of the host that a skill needs."""

    path: str
    satisfied: bool


class Asked(Value):
    """A capability as its author declared it."""

    name: str
    given: str
    words: str
    constraints: dict[str, Any]


class Resources(Value):
    """Files beside the manifest, by the folder that gives them a meaning."""

    scripts: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()
    hooks: tuple[str, ...] = ()


class Variable(Value):
    """A variable its author describes."""

    name: str
    required: bool
    description: str


class Needed(Value):
    """Something else a skill builds on, by its author's word."""

    name: str
    type: str
    version: str
    url: str
    repository: str


class Unused(Value):
    """A field of the manifest that has no effect, and why."""

    field: str
    why: str


class Brought(Value):
    """A tool a package brings, or asks the host to bind."""

    name: str
    description: str
    tool_class: str
    """`safe mutating dangerous`."""
    class_given: bool
    """False where the author says nothing and the format's default stands."""
    entry: str
    """The executable; empty where the host binds `impl`."""
    impl: str
    schema: dict[str, Any]
    timeout_seconds: int
    env_allow: tuple[str, ...]


class Wanted(Value):
    """What a bundle asks a person for. Nothing is granted by asking."""

    persona: str
    tools: tuple[str, ...]
    egress: tuple[str, ...]
    assets: tuple[str, ...]


class Woken(Value):
    """When the text of a skill would enter the context without being asked for."""

    mode: str
    keywords: tuple[str, ...]


class Dispatched(Value):
    """The tool a user command would call without the model."""

    dispatch: str
    tool: str
    arg_mode: str


class InfoDocument(Row):
    """`info --json`."""

    file_path: str
    base_dir: str
    skill_key: str
    always: bool
    platform_incompatible: bool
    version: str
    author: str
    license: str
    trust_why: str
    shadowed_by: str
    capability_details: tuple[Asked, ...]
    requirements: Missing
    config_checks: tuple[ConfigCheck, ...]
    checks: tuple[Answer, ...]
    install: tuple[Installer, ...]
    resources: Resources
    when_to_use: str
    tags: tuple[str, ...]
    env_vars: tuple[Variable, ...]
    dependencies: tuple[Needed, ...]
    links: dict[str, str]
    cli_help: str
    ignored: tuple[Unused, ...]
    problems: tuple[Fault, ...]
    findings: tuple[Pointed, ...]
    """Everything the scanner points at, waived findings among it, worst first."""
    unread: tuple[Opaque, ...]
    """What of it no rule has seen."""
    tools: tuple[Brought, ...]
    grants: Wanted | None
    """Only a `skill.yaml` asks."""
    activation: Woken
    user_command: Dispatched
    compatibility: str
    allowed_tools: str
    """What its author would like to be allowed. It grants nothing."""
    config: dict[str, Any]
    """The author's free bag."""
    signature: str
    """As written; it proves nothing."""
    extra: dict[str, Any]
    """Every other key of the manifest, as written."""


class Validated(Value):
    """One package of `validate --json`."""

    name: str
    path: str
    dialect: str
    valid: bool
    problems: tuple[Fault, ...]


class ValidateDocument(Value):
    """`validate --json`."""

    profile: str
    packages: int
    valid: int
    results: tuple[Validated, ...]
    unreadable: tuple[Unread, ...] = ()


class PromptDocument(Value):
    """`prompt --json`: the text for the model and what a person should know of it."""

    format: str
    text: str
    chars: int
    listed: tuple[str, ...]
    omitted: tuple[str, ...]
    shortened: bool


class Hit(Value):
    """One skill of `find --json`, the best first."""

    name: str
    description: str
    path: str
    score: float
    """Comparable within one answer only."""


class FindDocument(Value):
    """`find --json`."""

    query: str
    results: tuple[Hit, ...]


class Setting(Value):
    """One setting of `config show --json`."""

    key: str
    value: Any
    source: str
    ignored: str = ""


class ConfigDocument(Value):
    """`config show --json`."""

    settings: tuple[Setting, ...]
    problems: tuple[str, ...] = ()


class Trusted(Value):
    """One workspace of `trust list --json`."""

    path: str
    since: str
    current: bool
    """Whether its settings files are still those that were trusted."""


class TrustDocument(Value):
    """`trust list --json`."""

    workspaces: tuple[Trusted, ...]


class Probe(Value):
    """One thing this machine has or lacks."""

    group: str
    name: str
    found: bool
    where: str = ""
    purpose: str = ""
    advice: str = ""
    """The command that adds it."""


class DoctorDocument(Value):
    """`doctor --json`."""

    python: str
    platform: str
    probes: tuple[Probe, ...]


class Change(Value):
    """One package that is not what it was."""

    what: str
    """`appeared vanished changed`."""
    name: str
    path: str
    before: str
    after: str
    """The status before and after; empty where there is none."""


class ChangeDocument(Value):
    """One line of `watch --json`."""

    changes: tuple[Change, ...]
    ready: int
    total: int
