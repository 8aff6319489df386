"""A small folder tree on disk, and what one walk over it brings home."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sealskill.model.draft import Draft, Passed, Root, RootLabel, Unreadable
from sealskill.model.problem import Level, Problem
from sealskill.model.settings import Limits, LoadSettings, Settings
from sealskill.read.discover import Found, Notice, discover

MANIFESTS = ("SKILL.md", "skill.json", "skill.yaml")
RUN = "#!/bin/sh\necho '{}'\n"


class Forgetful:
    """A shelf that keeps nothing."""

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        return None

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        return None


def md(name: str = "pdf", front: str = "", body: str = "Do it.") -> str:
    return f"---\nname: {name}\ndescription: Does a thing.\n{front}---\n{body}\n"


def tool(name: str = "cleaner", **fields: Any) -> str:
    return json.dumps({"name": name, "description": "Cleans.", "entry": "run.sh", "class": "safe", **fields})


def plant(base: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files; a name that ends in `*` is executable, `name -> target` is a link, one that ends in `/` a folder."""
    for name, content in files.items():
        if " -> " in name:
            link, _, target = name.partition(" -> ")
            (base / link).parent.mkdir(parents=True, exist_ok=True)
            (base / link).symlink_to(target)
            continue
        path = base / name.rstrip("*")
        if name.endswith("/"):
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        if name.endswith("*"):
            path.chmod(0o755)
    return base


def settings(limits: Mapping[str, int] = {}, **load: Any) -> Settings:
    home = "/nowhere"
    return Settings(home=home, state=home, workspace=home, limits=Limits(**limits), load=LoadSettings(**load))


def root(path: Path, *, external: bool = False, rank: int = 0) -> Root:
    label = RootLabel.EXTERNAL if external else RootLabel.EXTRA
    return Root(path=str(path), label=label, rank=rank, allows_json=external, searched_on=external)


def walk(
    *roots: Path | Root, external: bool = False, limits: Mapping[str, int] = {}, shelf: Any = None, **load: Any
) -> list[Found]:
    places = [one if isinstance(one, Root) else root(one, external=external) for one in roots]
    return list(discover(places, settings(limits, **load), lambda _: shelf or Forgetful()))


def one_draft(*roots: Path | Root, **how: Any) -> Draft:
    (found,) = drafts(walk(*roots, **how))
    return found


def drafts(found: Iterable[Found]) -> list[Draft]:
    return [one for one in found if isinstance(one, Draft)]


def unreadable(found: Iterable[Found]) -> list[Unreadable]:
    return [one for one in found if isinstance(one, Unreadable)]


def passed(found: Iterable[Found]) -> dict[str, str]:
    return {one.path: one.state for one in found if isinstance(one, Passed)}


def notices(found: Iterable[Found]) -> list[str]:
    return [one.text for one in found if isinstance(one, Notice)]


def errors(problems: Draft | Iterable[Problem]) -> list[str]:
    """The codes of what stops a package."""
    given = problems.problems if isinstance(problems, Draft) else problems
    return [one.code for one in given if one.level is Level.ERROR]


def said(problems: Draft | Iterable[Problem], code: str) -> str:
    """The one message of a code."""
    given = problems.problems if isinstance(problems, Draft) else problems
    (found,) = [one.message for one in given if one.code == code]
    return found


def on_disk(base: Path) -> int:
    """How many manifests stand below a folder; links are not followed."""
    return sum(
        name in MANIFESTS and not os.path.isdir(os.path.join(place, name))
        for place, _, files in os.walk(base)
        for name in files
    )
