"""Where a session stands at this moment, as a decision sees it: `why` and every call of a session take this road."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping

import msgspec

from sealskill.model.context import Allowance, Context, Counting, Group, Scope, Usage
from sealskill.model.grant import Grant
from sealskill.model.persona import DEFAULT, Persona
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tools import KnownTool
from sealskill.model.value import Value
from sealskill.session import lending, tooling


class Loaded(Value):
    """The skills of a snapshot as decisions see them; made once for it by `loaded`."""

    skills: tuple[Counting, ...] = ()
    readable: tuple[str, ...] = ()
    """The real paths of their folders and of their sealed copies: whoever reads in the first gets the second."""
    grants: tuple[Grant, ...] = ()
    """The secrets that a person keeps for their very seals."""


class Facts(Value):
    """What a session knows of itself besides its settings."""

    tools: Mapping[str, KnownTool]
    """Every tool that is registered: ours, those of skills, those of the host."""
    loaded: Loaded = Loaded()
    persona: Persona = DEFAULT
    active: tuple[Counting, ...] = ()
    grants: tuple[Grant, ...] = ()
    group: Group | None = None
    usage: Usage = Usage()
    allowance: Allowance | None = None
    """None is what the settings say."""
    stopped: str = ""
    inside_run: bool = False


def context(settings: Settings, facts: Facts, tool: str) -> Context:
    """The context of a decision about a call of this tool that is made now."""
    scope = Scope(settings.policy.capability_scope)
    allowance = facts.allowance or allowed(settings)
    workspace = os.path.realpath(settings.workspace)
    named = tuple(os.path.realpath(path) for path in tooling.paths(tool, settings))
    return Context(
        tools=facts.tools,
        persona=facts.persona,
        loaded=facts.loaded.skills,
        active=facts.active,
        scope=scope,
        grants=(*facts.grants, *facts.loaded.grants),
        group=facts.group,
        usage=facts.usage,
        allowance=allowance,
        stopped=facts.stopped,
        workspace=workspace,
        readable=(*facts.loaded.readable, *named),
        inside_run=facts.inside_run,
        policy=digest(facts, scope, allowance, workspace),
    )


def loaded(settings: Settings, ready: Iterable[Ready]) -> Loaded:
    """The skills of a snapshot as decisions see them."""
    every = tuple(ready)
    store = os.path.join(settings.state, "sealed")
    folders = [one.skill.folder for one in every]
    copies = [os.path.join(store, one.seal.replace(":", "-")) for one in every if one.seal]
    return Loaded(
        skills=tuple(map(counting_of, every)),
        readable=tuple(map(os.path.realpath, (*folders, *copies))),
        grants=lending.bound(settings, every),
    )


def counting_of(ready: Ready) -> Counting:
    """A ready skill as decisions see it."""
    return Counting(
        key=ready.skill.key,
        seal=ready.seal or "",
        trust=ready.trust.level,
        capabilities=ready.skill.manifest.capabilities,
    )


def allowed(settings: Settings) -> Allowance:
    """What the settings let one session spend."""
    may = settings.session
    return Allowance(turns=may.max_turns, calls_per_minute=may.calls_per_minute, seconds=may.seconds)


def digest(facts: Facts, scope: Scope, allowance: Allowance, workspace: str) -> str:
    """One number over the settings, the persona and the grants that bear on a decision: an answer is bound to it.

    Grants of skills that do not count here are left out: another skill's grant ends nobody's question.
    """
    keys = {one.key for one in facts.active}
    bearing = [one for one in facts.grants if not one.skill or one.skill in keys]
    parts = (scope, allowance, workspace, facts.persona, facts.group, sorted(bearing, key=_order))
    return "sha256:" + hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()


def _order(grant: Grant) -> bytes:
    return msgspec.json.encode(grant, order="sorted")
