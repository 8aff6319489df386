"""One folder with a manifest becomes one draft."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Draft, EntryKind, Tree, Unreadable
from sealskill.model.manifest import Dialect
from sealskill.model.problem import Problem, error, warning
from sealskill.read import tool
from sealskill.read.folder import Folder, TooLarge, inside, resolved
from sealskill.read.formats.codex import forbids_implicit_use
from sealskill.read.names import name_problem
from sealskill.read.reading import Place, Reading, read
from sealskill.read.walk import Package

_DIALECTS = tuple(Dialect)
_MAX_STEPS = 64  # of a link's target: as deep as a package may be; each step is looked up
CODEX = "agents/openai.yaml"


def draft(walk: Place, place: Folder, package: Package, names: set[str]) -> Iterator[Draft | Unreadable]:
    """The draft of a package whose tree is walked; `names` are the manifests that stand in it.

    When one of them cannot be read the package is `Unreadable` as a whole, once: half a package is none.
    """
    readings: dict[str, Reading] = {}
    for name in sorted(names):
        found = read(walk, place, package.tree, name)
        if isinstance(found, Unreadable):
            yield found
            return
        readings[name] = found
    first = next(dialect for dialect in _DIALECTS if dialect in names)
    made = Draft(
        folder=place.path,
        root=walk.root,
        dialect=first,
        tree=package.tree,
        manifest=readings[first].manifest,
        manifest_digests={name: reading.digest for name, reading in readings.items() if reading.digest},
        problems=(*_problems(place, package), *readings[first].problems),
    )
    made = _complete(made, readings)
    # The Codex side file may stand behind a link in place of its folder too.
    yield _obeying_codex(made, place) if "agents" in package.names else made


def _complete(made: Draft, readings: dict[str, Reading]) -> Draft:
    """The draft with what a second manifest of its folder adds."""
    names = readings.keys()
    if len(names) == 1 and Dialect.SKILL_MD in names:
        return made
    if Dialect.SKILL_YAML in names and len(names) > 1:
        others = " and ".join(sorted(names - {Dialect.SKILL_YAML}))
        said = error("two-manifests", f"skill.yaml and {others} stand in one folder", advice="keep one")
        return msgspec.structs.replace(made, problems=(*made.problems, said))
    if Dialect.SKILL_JSON in names:
        return tool.added(made, readings[Dialect.SKILL_JSON])
    return made


def _problems(place: Folder, package: Package) -> Iterator[Problem]:
    strange = name_problem(place.path)
    if strange:
        yield strange
    yield from package.problems
    for path in sorted(package.links):
        yield from _link_problems(place.path, path)


def _link_problems(folder: str, path: str) -> Iterator[Problem]:
    """Links of a package must stay inside it at every step: whatever else they show is not sealed."""
    if not _stays(os.path.realpath(folder), path):
        yield error(
            "link-escape", f"the link {path} leads out of the package", path=path,
            advice="put the file itself into the package",
        )  # fmt: skip


def _stays(home: str, path: str) -> bool:
    """Whether a link of a package is relative and no step of its target lies outside.

    `../pkg/file` comes back into `pkg`, but not from the sealed copy, which is called otherwise.
    """
    try:
        target = os.readlink(os.path.join(home, path))
    except OSError:
        return False
    at, steps = os.path.dirname(os.path.join(home, path)), target.split(os.sep)
    if len(steps) > _MAX_STEPS:
        return False
    for part in steps:
        at = resolved(os.path.join(at, part))
        if not inside(at, home):
            return False
    return not os.path.isabs(target)


def _obeying_codex(made: Draft, place: Folder) -> Draft:
    """The Codex side file may hide a skill from the model. One that cannot be read hides it too."""
    if made.manifest is None or not _has_codex(made.tree):
        return made
    problems = made.problems
    try:
        with place.child("agents") as agents:
            hides = forbids_implicit_use(agents.read("openai.yaml", 64 * 1024)[0])
    except (OSError, TooLarge, ChangedWhileRead, ValueError) as exc:
        said = f"it cannot be read ({exc}), so the skill is hidden from the model"
        hides, problems = True, (*problems, warning("codex-policy", said, path=CODEX))
    if not hides:
        return made
    manifest = msgspec.structs.replace(made.manifest, model_invocable=False)
    return msgspec.structs.replace(made, manifest=manifest, problems=problems)


def _has_codex(tree: Tree) -> bool:
    """Whether the side file stands there, or may stand behind a link in place of its folder."""
    folder = tree.find("agents")
    return tree.find(CODEX) is not None or (folder is not None and folder.kind is EntryKind.LINK)
