"""Ready skills made from a name and a description."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from sealskill.model.draft import Entry, EntryKind, Root, RootLabel, Tree
from sealskill.model.manifest import Dialect, Manifest
from sealskill.model.skill import Ready, Skill, Trust, TrustLevel
from sealskill.model.verdict import Verdict

HOME = "/home/user/.openclaw/skills"


def tree(mtime_ns: int = 0, paths: tuple[str, ...] = ("SKILL.md",)) -> Tree:
    stat: dict[str, Any] = {"size": 1, "mode": 0o644, "dev": 1, "ino": 1, "links": 1, "ctime_ns": 0}
    return Tree(entries=tuple(Entry(path=path, kind=EntryKind.FILE, mtime_ns=mtime_ns, **stat) for path in paths))


def ready(name: str, description: str = "Does a thing.", **how: Any) -> Ready:
    dialect, level = how.pop("dialect", Dialect.SKILL_MD), how.pop("trust", TrustLevel.LOCAL)
    slug = (
        how.pop("slug", None)
        or "".join(c if c.isascii() and c.isalnum() else "-" for c in name.lower())[:64]
        or "skill"
    )
    root = Root(path=HOME, label=how.pop("label", RootLabel.PERSONAL), rank=how.pop("rank", 0))
    skill = Skill(
        key=how.pop("key", name),
        slug=slug,
        name=name,
        description=description,
        folder=how.pop("folder", f"{HOME}/{slug}"),
        root=root,
        tree=tree(how.pop("mtime_ns", 0), how.pop("paths", ("SKILL.md",))),
        manifest=Manifest(dialect=dialect, name=name, description=description, **how),
    )
    return Ready(skill=skill, seal="a" * 64, trust=Trust(level=level, why="test"), verdict=Verdict.CLEAN)


def at(one: Ready) -> str:
    return str(one.skill.manifest_path)


def elements(text: str) -> list[tuple[str, ...]]:
    """The listing as a parser reads it: name, description and location of each skill."""
    block = text[text.index("<available_skills>\n") :]
    return [tuple(child.text or "" for child in skill) for skill in ElementTree.fromstring(block)]


SEED = (
    ready("git-autopush", "Automate git commit, push, and PR workflows."),
    ready("todoist-cli", "Manage Todoist tasks, projects, and labels."),
)
