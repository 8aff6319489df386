"""All that a decision may look at besides the call itself."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from sealskill.model.capability import Capability
from sealskill.model.grant import Grant
from sealskill.model.persona import DEFAULT, Persona
from sealskill.model.skill import TrustLevel
from sealskill.model.tools import KnownTool
from sealskill.model.value import Value


class Counting(Value):
    """A skill as decisions see it."""

    key: str
    seal: str = ""
    trust: TrustLevel = TrustLevel.COMMUNITY
    capabilities: tuple[Capability, ...] = ()

    @property
    def strange(self) -> bool:
        """Whether it counts: nobody here wrote it, and nobody trusted its publisher like an own one."""
        return self.trust in (TrustLevel.COMMUNITY, TrustLevel.SIGNED)


class Scope(StrEnum):
    """From when on a community skill counts."""

    ACTIVE = "active"
    LOADED = "loaded"


class Group(Value):
    """A group of agents, and the tools that were enabled for it."""

    name: str
    tools: tuple[str, ...] | None = None
    """None is all tools, an empty tuple none."""


class Allowance(Value):
    """What one session may spend. None is no limit."""

    turns: int | None = None
    calls_per_minute: int | None = 60
    """Of one tool, in any sixty seconds."""
    seconds: float | None = None


class Usage(Value):
    """What a session has spent so far."""

    turns: int = 0
    """Turns that were begun, this one among them."""
    recent_calls: int = 0
    """Calls of this tool within the last sixty seconds, this one not among them."""
    seconds: float = 0.0


class Context(Value):
    """A session as decisions see it."""

    tools: Mapping[str, KnownTool]
    """Every tool that is registered here, by its name. One that is not is unknown."""
    persona: Persona = DEFAULT
    loaded: tuple[Counting, ...] = ()
    """Every ready skill of the snapshot."""
    active: tuple[Counting, ...] = ()
    """Every skill whose text may have entered the context, here or in a parent."""
    scope: Scope = Scope.ACTIVE
    grants: tuple[Grant, ...] = ()
    group: Group | None = None
    usage: Usage = Usage()
    allowance: Allowance = Allowance()
    stopped: str = ""
    """Why everything is stopped; "" while it is not."""
    workspace: str = ""
    """Real, absolute path; a program in it is whatever the agent wrote there."""
    readable: tuple[str, ...] = ()
    """Real paths of folders that may be read besides the workspace: sealed copies of ready skills."""
    inside_run: bool = False
    """Whether the call comes from inside a run: such a call never asks."""
    policy: str = ""
    """The digest of the settings, the persona and the grants that bear on it."""

    @property
    def counting(self) -> tuple[Counting, ...]:
        """The skills a decision depends on: strangers that are active, and loaded ones where the policy says so.

        What was activated before a snapshot was taken anew, or by a parent, counts on whatever is loaded now. One that
        is both stands here twice: to leave one out would be to choose between two that say they are the same.
        """
        every = (*self.active, *(self.loaded if self.scope is Scope.LOADED else ()))
        return tuple(one for one in every if one.strange)
