"""What stands after the merge → the one value the rooms read, and the lines `config show` prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sealskill.model.settings import (
    AnchorSettings,
    AuditSettings,
    DatabaseSettings,
    EntrySettings,
    JudgeSettings,
    Limits,
    LoadSettings,
    MemorySettings,
    PolicySettings,
    ScanSettings,
    SessionSettings,
    Settings,
    Shown,
    ToolsSettings,
    WebSearchSettings,
)
from sealskill.model.value import Value
from sealskill.settings.merge import Held, Standing, printed, standing
from sealskill.settings.shape import ENTRY, LOAD, SCAN, Key, Leaf, fixed, leaf

_SEARCH = WebSearchSettings.__struct_fields__
_PROMPT_CHARS: Key = ("skills", "limits", "max_skills_prompt_chars")


class Place(Value):
    """What is known before any file is read, and who said so."""

    home: str
    state: Held
    workspace: str
    trusted: bool
    agent: Held
    pins: tuple[str, ...] = ()
    """What was pinned by anybody but an untrusted workspace."""


def for_agent(values: Standing, agent: str) -> Standing:
    """The values with the limits of the agent in use; an agent nobody wrote down has those of all."""
    own = standing(values, (*_of_agent(agent), "skills_limits", _PROMPT_CHARS[-1]))
    return values if own.source == "default" else {**values, _PROMPT_CHARS: own}


def agent_skills(values: Standing, agent: str) -> Held:
    """The list the agent in use is held to: its own, else that of all agents."""
    return standing(values, (*_of_agent(agent), "skills"))


def build(values: Standing, place: Place) -> Settings:
    """The merged settings."""

    def of(*key: str) -> Any:
        return standing(values, key).value

    load = {name: of("skills", "load", name) for name in LOAD.children}
    load["extra_dirs"] = tuple(dict.fromkeys((*load["extra_dirs"], *of("skills", "paths"))))
    return Settings(
        home=place.home,
        state=place.state.value,
        workspace=place.workspace,
        workspace_trusted=place.trusted,
        enabled=of("skills", "enabled"),
        disabled=of("skills", "disabled"),
        max_injected=of("skills", "max_injected"),
        pinned=of("skills", "pinned"),
        pinned_by_person=place.pins,
        allow_bundled=of("skills", "allow_bundled"),
        agent_skills=agent_skills(values, place.agent.value).value,
        load=LoadSettings(**load),
        limits=Limits(**{name: of("skills", "limits", name) for name in Limits.__struct_fields__}),
        entries={name: _entry(values, name) for name in _entry_names(values)},
        scan=_scan(values),
        tools=ToolsSettings(
            web_search=WebSearchSettings(**{name: of("tools", "web_search", name) for name in _SEARCH}),
            memory=MemorySettings(folder=of("tools", "memory", "folder")),
        ),
        policy=PolicySettings(**{name: of("policy", name) for name in PolicySettings.__struct_fields__}),
        session=SessionSettings(**{name: of("session", name) for name in SessionSettings.__struct_fields__}),
        audit=_audit(values),
        database=DatabaseSettings(url=of("database", "url")),
        host_config=of("host_config"),
    )


def rows(values: Standing, place: Place) -> Iterator[Shown]:
    """Yield one line for each setting that stands: first where we are, then the tree, then what was named in it."""
    yield Shown(key="state", value=place.state.value, source=place.state.source)
    yield Shown(key="workspace", value=place.workspace, source="command line or current folder")
    yield Shown(
        key="workspace_trusted", value=place.trusted, source="`sealskill trust`" if place.trusted else "default"
    )
    yield Shown(key="agent", value=place.agent.value or None, source=place.agent.source)
    skills = agent_skills(values, place.agent.value)
    yield Shown(key="agent_skills", value=skills.value, source=skills.source)
    known = [key for key in fixed() if not leaf(key).ignored]
    for key in (*known, *sorted(set(values) - set(known))):
        held = standing(values, key)
        yield Shown(key=".".join(key), value=printed(leaf(key), held.value), source=held.source)


def _scan(values: Standing) -> ScanSettings:
    plain = [name for name, node in SCAN.children.items() if isinstance(node, Leaf)]
    judge = {name: standing(values, ("scan", "judge", name)).value for name in JudgeSettings.__struct_fields__}
    return ScanSettings(
        judge=JudgeSettings(**judge), **{name: standing(values, ("scan", name)).value for name in plain}
    )


def _audit(values: Standing) -> AuditSettings:
    def of(*key: str) -> Any:
        return standing(values, ("audit", *key)).value

    anchor = AnchorSettings(**{name: of("anchor", name) for name in AnchorSettings.__struct_fields__})
    return AuditSettings(
        anchor=anchor, **{name: of(name) for name in AuditSettings.__struct_fields__ if name != "anchor"}
    )


def _of_agent(agent: str) -> Key:
    return ("agents", "entries", agent)


def _entry_names(values: Standing) -> list[str]:
    return sorted({key[2] for key in values if key[:2] == ("skills", "entries")})


def _entry(values: Standing, name: str) -> EntrySettings:
    root = ("skills", "entries", name)
    plain = {field: standing(values, (*root, field)).value for field in ENTRY.children if field != "env"}
    env = {key[4]: held.value for key, held in values.items() if key[:4] == (*root, "env")}
    return EntrySettings(env=env, **plain)
