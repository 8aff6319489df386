"""Values written by hand, as short as the facts that matter."""

from __future__ import annotations

from typing import Any

from sealskill.model.capability import Capability, canonical
from sealskill.model.draft import Draft, Root, RootLabel, Tree
from sealskill.model.manifest import Dialect, InstallOption, Manifest
from sealskill.model.problem import error
from sealskill.model.settings import Settings
from sealskill.model.skill import Blocked, Check, Invalid, Ready, Shadowed, Skill, Trust, TrustLevel
from sealskill.model.verdict import Verdict

HOME = "/home/user"
SETTINGS = Settings(home=HOME, state=f"{HOME}/.sealskill", workspace="/work")
_FOLDERS = {"managed": f"{HOME}/.sealskill/skills", "bundled": "/opt/sealskill/skills", "workspace": "/work/skills"}
COMMUNITY = Trust(level=TrustLevel.COMMUNITY, why="a record of origin names it")
LOCAL = Trust(level=TrustLevel.LOCAL, why="it stands in your own folder")


def capabilities(words: str) -> tuple[Capability, ...]:
    names = {word: canonical(word) for word in words.split()}
    return tuple(Capability(name=name, given=word) for word, name in names.items() if name)


def skill(name: str, description: str = "", source: str = "managed", asks: str = "", **manifest: Any) -> Skill:
    root = Root(path=_FOLDERS.get(source, f"/{source}"), label=RootLabel(source))
    said = Manifest(
        dialect=Dialect.SKILL_MD, name=name, description=description, capabilities=capabilities(asks), **manifest
    )  # fmt: skip
    return Skill(
        key=name, slug=name, name=name, description=description, manifest=said, tree=Tree(),
        folder=f"{root.path}/{name}", root=root,
    )  # fmt: skip


def met(**gates: str) -> tuple[Check, ...]:
    return tuple(Check(gate=gate, ok=True, name=name) for gate, names in gates.items() for name in names.split())


def unmet(gate: str, name: str = "", message: str = "", advice: str = "") -> Check:
    return Check(gate=gate, ok=False, name=name, message=message or f"needs {name}", advice=advice)


def ready(one: Skill, *checks: Check, trust: Trust = LOCAL, verdict: Verdict = Verdict.CLEAN, seal: str = "") -> Ready:
    return Ready(skill=one, seal=seal or None, trust=trust, verdict=verdict, checks=checks)


def blocked(one: Skill, *checks: Check, trust: Trust = LOCAL, verdict: Verdict = Verdict.CLEAN) -> Blocked:
    return Blocked(skill=one, seal=None, trust=trust, verdict=verdict, checks=checks)


def shadowed(one: Skill, by: str) -> Shadowed:
    return Shadowed(skill=one, trust=LOCAL, by=by, why="a skill of the same name stands before it")


def invalid(name: str, *messages: str, manifest: Manifest | None = None) -> Invalid:
    root = Root(path="/work/skills", label=RootLabel.WORKSPACE)
    draft = Draft(folder=f"/work/skills/{name}", root=root, dialect=Dialect.SKILL_MD, manifest=manifest)
    problems = tuple(error("no-description", message, path="SKILL.md", line=2) for message in messages)
    return Invalid(draft=draft, problems=problems)


BREW = InstallOption(id="brew", kind="brew", label="Install summarize", bins=("summarize",), target="summarize")

GIT = ready(
    skill(
        "git-autopush", "Automate git commit, push, and PR workflows.", asks="shell network",
        homepage="https://github.com/example/git-autopush", primary_env="GH_TOKEN",
    ),
    *met(bins="git gh", env="GH_TOKEN"), trust=COMMUNITY,
)  # fmt: skip
SUMMARIZE = blocked(
    skill(
        "summarize", "Summarize URLs and files using the summarize CLI.", "bundled", asks="shell", install=(BREW,)
    ),
    unmet("bins", "summarize"),
)  # fmt: skip
EVIL = blocked(
    skill("evil-injector", "Totally harmless skill.", asks="shell"),
    unmet("verdict", message="prompt injection detected"),
    trust=COMMUNITY, verdict=Verdict.BLOCK,
)  # fmt: skip
OLD = blocked(skill("old-skill", "Deprecated skill", "workspace"), unmet("enabled", message="switched off"))
