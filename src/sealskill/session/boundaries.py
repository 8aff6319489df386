"""Which boundary a call runs in, and what it sees in there: found out from the grants that count for it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from sealskill.errors import CannotRun
from sealskill.execute import prepare
from sealskill.execute.prepare import Asked, Ground, Held
from sealskill.model.grant import Grant, PathMode
from sealskill.model.manifest import Dialect
from sealskill.model.plan import Boundary, Plan
from sealskill.model.skill import Ready
from sealskill.session import standing
from sealskill.session.desk import Desk
from sealskill.session.guarded import guarded

_WITHOUT = ("", Boundary.BUBBLEWRAP, Boundary.UNCONFINED)


def free(desk: Desk, ready: Ready | None) -> bool:
    """Whether it runs without any boundary: the session was opened so, or a person granted it to a skill of his own."""
    if desk.unsafe_unconfined:
        return True
    own = ready is not None and ready.trust.level.tier == 0
    return own and any(one.boundary == Boundary.UNCONFINED for one in standing.grants(desk, ready))


def plan(desk: Desk, ready: Ready | None, copy: str, asked: Asked, env: dict[str, str]) -> Plan:
    """The plan of a call in a boundary; `copy` is the sealed copy of its skill. Raises CannotRun."""
    grants = standing.grants(desk, ready)
    other = next((one.boundary for one in grants if one.boundary not in _WITHOUT), "")
    if other:
        raise CannotRun(f"{other} is not a boundary of this version", advice="grant bubblewrap, or none in particular")
    return prepare.confined(asked, env, _ground(desk, grants), held(ready, copy))


def held(ready: Ready | None, copy: str) -> Held | None:
    """A skill as a plan sees it; a bundle brings no files of its own into a run."""
    if ready is None or ready.skill.manifest.dialect is Dialect.SKILL_YAML:
        return None
    return Held(
        key=ready.skill.key, slug=ready.skill.slug, seal=ready.seal or "", copy=copy, folder=ready.skill.folder,
        stranger=ready.trust.level.tier > 0,
    )  # fmt: skip


def _ground(desk: Desk, grants: Iterable[Grant]) -> Ground:
    paths: dict[str, PathMode] = {}
    egress: list[str] = []
    for grant in grants:
        egress += (*grant.egress, *grant.unsafe_private)
        for path, mode in grant.paths.items():
            # What lies in the folder of a skill is changed by nobody.
            paths[path] = "read" if desk.ground.of_skills(path) or paths.get(path, mode) == "read" else mode
    return Ground(
        workspace=desk.ground.workspace, paths=paths, egress=tuple(dict.fromkeys(egress)),
        closed=tuple(sorted(one for path in paths for one in desk.ground.below(path))),
        fixed=tuple(sorted(one for path, mode in paths.items() if mode == "write" for one in _fixed(path))),
    )  # fmt: skip


def _fixed(path: str) -> Iterator[str]:
    """What is there at the top of a folder and is never written."""
    if os.path.isdir(path):
        with os.scandir(path) as entries:
            yield from (one.path for one in entries if guarded([one.name]) and not one.is_symlink())
