"""What a package says about itself: one struct for all dialects."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sealskill.model.capability import Capability
from sealskill.model.value import Value


class Dialect(StrEnum):
    """A manifest format."""

    SKILL_MD = "SKILL.md"
    SKILL_JSON = "skill.json"
    SKILL_YAML = "skill.yaml"


class ToolClass(StrEnum):
    """What one tool can do to the world."""

    SAFE = "safe"
    MUTATING = "mutating"
    DANGEROUS = "dangerous"


class Requires(Value):
    """What must be true of the host before the skill can work."""

    bins: tuple[str, ...] = ()
    any_bins: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    config: tuple[str, ...] = ()


class ToolSpec(Value):
    """A tool the package brings (`entry`) or asks the host to bind (`impl`)."""

    name: str
    description: str = ""
    tool_class: ToolClass = ToolClass.SAFE
    class_given: bool = False
    """False when the manifest says nothing and the format's default stands."""
    entry: str = ""
    impl: str = ""
    schema: dict[str, Any] = {}
    timeout_seconds: int = 0
    env_allow: tuple[str, ...] = ()


class Command(Value):
    """How a user command of this skill bypasses the model, if it does."""

    dispatch: str = ""
    tool: str = ""
    arg_mode: str = "raw"


class Activation(Value):
    """When the text enters the context without being asked for."""

    mode: str = ""
    keywords: tuple[str, ...] = ()


class InstallOption(Value):
    """One way to get what the skill needs. Shown now, run by the registry room."""

    id: str
    kind: str
    label: str = ""
    bins: tuple[str, ...] = ()
    os: tuple[str, ...] = ()
    target: str = ""
    """The formula, package, module or address, whichever the kind uses."""
    spec: dict[str, Any] = {}


class EnvVar(Value):
    """A variable the author describes."""

    name: str
    required: bool = False
    description: str = ""


class Dependency(Value):
    """Something else the author says the skill builds on."""

    name: str
    type: str = ""
    version: str = ""
    url: str = ""
    repository: str = ""


class GrantsAsked(Value):
    """What a declarative bundle asks a person for. Nothing is granted by asking."""

    persona: str = ""
    tools: tuple[str, ...] = ()
    egress: tuple[str, ...] = ()
    assets: tuple[str, ...] = ()


class Ignored(Value):
    """A field we read and do not act on."""

    field: str
    why: str


class Manifest(Value, omit_defaults=True):
    """One manifest as its author wrote it. Well-formed values only; what was malformed is a `Problem` beside it."""

    dialect: Dialect
    name: str = ""
    description: str = ""
    when_to_use: str = ""
    license: str = ""
    compatibility: str = ""
    allowed_tools: str = ""
    version: str = ""
    author: str = ""
    homepage: str = ""
    emoji: str = ""
    category: str = ""
    links: dict[str, str] = {}
    tags: tuple[str, ...] = ()
    claimed_key: str = ""
    """`skillKey` as the author claims it; "" leaves the key to the name."""
    body_start: int = 0
    """Where the text begins, in characters of the decoded and newline-folded file."""
    always: bool = False
    os: tuple[str, ...] = ()
    requires: Requires = Requires()
    primary_env: str = ""
    env_vars: tuple[EnvVar, ...] = ()
    capabilities: tuple[Capability, ...] = ()
    tools: tuple[ToolSpec, ...] = ()
    install: tuple[InstallOption, ...] = ()
    dependencies: tuple[Dependency, ...] = ()
    cli_help: str = ""
    config: dict[str, Any] = {}
    activation: Activation = Activation()
    command: Command = Command()
    model_invocable: bool = True
    user_invocable: bool = True
    api_version: str = ""
    grants: GrantsAsked | None = None
    signature: str = ""
    """Recorded as written. It proves nothing until it is verified against a trust root."""
    metadata: dict[str, Any] = {}
    """The `metadata` map with every scalar as the string that was written."""
    extra: dict[str, Any] = {}
    """Every other key, verbatim."""
    ignored: tuple[Ignored, ...] = ()

    @property
    def unlisted(self) -> str:
        """Why the model is not told of it as text it could read; "" when it is."""
        if self.dialect is Dialect.SKILL_JSON:
            return "offered as a tool"
        if self.dialect is Dialect.SKILL_YAML:
            return "enters with a grant"
        return "" if self.model_invocable else "disable-model-invocation"
