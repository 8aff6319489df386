"""Where a session stands at this moment, as a decision sees it: `why` and every call of a session take this road."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from sealskill.model.context import Allowance, Context, Counting, Group, Scope, Usage
from sealskill.model.grant import Grant
from sealskill.model.persona import DEFAULT, Persona
from sealskill.model.settings import Settings
from sealskill.model.skill import Ready
from sealskill.model.tools import MATRIX, KnownTool, Tier
from sealskill.session import lending


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """What a session knows of itself besides its settings."""

    ready: tuple[Ready, ...]
    """The skills of its snapshot."""
    tools: Mapping[str, KnownTool]
    """Every tool that is registered: ours, those of skills, those of the host."""
    persona: Persona = DEFAULT
    active: tuple[Counting, ...] = ()
    grants: tuple[Grant, ...] = ()
    group: Group | None = None
    usage: Usage = Usage()
    allowance: Allowance | None = None
    """None is what the settings say."""
    stopped: str = ""
    readable: tuple[str, ...] = ()
    inside_run: bool = False


def context(settings: Settings, facts: Facts) -> Context:
    """The context of a decision that is made now."""
    facts = msgspec.structs.replace(facts, grants=(*facts.grants, *lending.bound(settings, facts.ready)))
    scope = Scope(settings.policy.capability_scope)
    allowance = facts.allowance or allowed(settings)
    workspace = str(Path(settings.workspace).resolve())
    return Context(
        tools=facts.tools,
        persona=facts.persona,
        loaded=tuple(map(counting_of, facts.ready)),
        active=facts.active,
        scope=scope,
        grants=facts.grants,
        group=facts.group,
        usage=facts.usage,
        allowance=allowance,
        stopped=facts.stopped,
        workspace=workspace,
        readable=facts.readable,
        inside_run=facts.inside_run,
        policy=digest(facts, scope, allowance, workspace),
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


def registered(ours: Mapping[str, KnownTool], ready: Iterable[Ready]) -> dict[str, KnownTool]:
    """Our tools and those that skills bring. A name that is taken stays whose it is: the first has it."""
    every = dict(ours)
    for row in rows(ready):
        every.setdefault(row.name, row)
    return every


def rows(ready: Iterable[Ready]) -> Iterator[KnownTool]:
    """The tools that skills bring and run themselves; none under a name of ours."""
    for one in ready:
        for spec in one.skill.manifest.tools:
            if spec.entry and spec.name not in MATRIX:
                yield KnownTool(
                    name=spec.name,
                    tier=Tier.ALLOWED,
                    tool_class=spec.tool_class,
                    why=f"runs {spec.entry} of {one.skill.name}",
                    owner=one.skill.key,
                    seal=one.seal or "",
                    trust=one.trust.level,
                )


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
