"""A small world on disk: a home and a workspace, and one load of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sealskill.model.inventory import Listed
from sealskill.model.problem import Level
from sealskill.model.skill import Blocked, Invalid, Ready, Shadowed
from sealskill.runtime import Runtime

BINARIES = "/usr/bin:/bin"


def skill_md(name: str, description: str = "Does a thing.", *lines: str, body: str = "Do it.") -> str:
    """The text of a SKILL.md; `lines` are further lines of its frontmatter."""
    return "\n".join(["---", f"name: {name}", f"description: {description}", *lines, "---", body, ""])


class House:
    """`home/` and `work/` below one folder; a file is named relative to it."""

    def __init__(self, base: Path, files: Mapping[str, str] = {}) -> None:
        self.base, self.home, self.work = base, base / "home", base / "work"
        for folder in (self.home, self.work):
            folder.mkdir(exist_ok=True)
        for name, text in files.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> Path:
        """Write one file and let it look old, so that readings of it may be kept."""
        path = self.base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(10**18, 10**18))
        return path

    def load(self, *, environ: Mapping[str, str] = {}, **asked: Any) -> Runtime:
        """Everything in this house, as a fresh process would see it."""
        return Runtime.load(workspace=self.work, home=self.home, environ={"PATH": BINARIES, **environ}, **asked)

    def problems(self, path: str, profile: str) -> dict[str, Level]:
        """Code → level of everything wrong with the packages at a path."""
        found = self.load().validate(self.base / path, profile)
        return {problem.code: problem.level for _, problems in found for problem in problems}

    @property
    def lock(self) -> Path:
        return self.home / ".sealskill" / "lock.json"


def state(runtime: Runtime, name: str) -> str:
    """What became of the package of that name."""
    return _STATES[type(runtime.named(name))]


_STATES: dict[type[Listed], str] = {Ready: "ready", Blocked: "blocked", Shadowed: "shadowed", Invalid: "invalid"}


def live(runtime: Runtime, name: str) -> Ready | Blocked:
    """The skill of that name, which must exist."""
    one = runtime.named(name)
    assert isinstance(one, (Ready, Blocked)), one
    return one


def said(one: Ready | Blocked, gate: str) -> list[str]:
    """What a gate said against a skill."""
    return [check.message for check in one.checks if check.gate == gate and not check.ok]


def names(found: Iterable[Ready | Blocked | Shadowed]) -> list[str]:
    return sorted(one.skill.name for one in found)
