"""Skills, hosts and settings written by hand, as short as the facts that matter."""

from __future__ import annotations

from typing import Any

from sealskill.check.rank import Candidate
from sealskill.model.draft import Root, RootLabel, Tree
from sealskill.model.host import Host
from sealskill.model.manifest import Dialect, Manifest, ToolSpec
from sealskill.model.settings import Settings
from sealskill.model.skill import Skill, Trust, TrustLevel

LINUX = Host(os="linux")
LOCAL, COMMUNITY, SIGNED, BUILTIN = (
    Trust(level=level, why="test")
    for level in (TrustLevel.LOCAL, TrustLevel.COMMUNITY, TrustLevel.SIGNED, TrustLevel.BUILTIN)
)


def settings(**what: Any) -> Settings:
    return Settings(home="/home/user", state="/home/user/.sealskill", workspace="/work", **what)


def skill(
    name: str = "pdf", key: str = "", label: str = "personal", rank: int = 0, place: str = "", **manifest: Any
) -> Skill:
    said = Manifest(dialect=manifest.pop("dialect", Dialect.SKILL_MD), name=name, description="Does it.", **manifest)
    root = Root(path=f"/{label}", label=RootLabel(label), rank=rank)
    return Skill(
        key=key or name, slug="", name=name, description="Does it.", manifest=said, tree=Tree(),
        folder=f"/{label}/{rank}/{place}{name}", root=root,
    )  # fmt: skip


def candidate(name: str = "pdf", key: str = "", trust: Trust = LOCAL, **more: Any) -> Candidate:
    """A skill and how far it is believed; those of each trust in a folder of their own."""
    return Candidate(skill=skill(name, key, place=f"{trust.level}/", **more), trust=trust)


def tool(name: str) -> tuple[ToolSpec, ...]:
    """A subprocess tool, as a manifest brings it."""
    return (ToolSpec(name=name, entry="run.sh"),)
