"""One folder with a manifest becomes one draft."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Draft, Entry, EntryKind, Root, Tree, Unreadable
from sealskill.model.manifest import Dialect, Manifest
from sealskill.model.problem import Problem, error, note, warning
from sealskill.model.settings import Limits, Settings
from sealskill.model.value import Value
from sealskill.read import entry as entries
from sealskill.read.folder import Folder, TooLarge, inside, read_handle
from sealskill.read.formats import MANIFEST_FORMATS
from sealskill.read.formats.codex import forbids_implicit_use
from sealskill.read.formats.format import Parsed
from sealskill.read.walk import Package

_SETTLED_NS = 2_000_000_000  # a file changed this recently may change again without its clock moving
CODEX = "agents/openai.yaml"


class Shelf(Protocol):
    """Where readings of unchanged files are kept between loads. A shelf that always forgets is a correct shelf."""

    def recall(self, path: str, key: tuple[int, ...]) -> bytes | None:
        """What was kept for this path in this very state, if anything."""

    def keep(self, path: str, key: tuple[int, ...], reading: bytes) -> None:
        """Keep a reading of this path in this state."""


class Place(Protocol):
    """What a draft needs to know of the walk that found it."""

    root: Root
    settings: Settings
    shelf: Shelf


class Reading(Value):
    """What reading one manifest file gave, and the digest of the bytes it was read from."""

    digest: str
    manifest: Manifest | None
    problems: tuple[Problem, ...] = ()


_ENCODE = msgspec.msgpack.Encoder()
_DECODE = msgspec.msgpack.Decoder(Reading)


def draft(walk: Place, place: Folder, package: Package, names: set[str]) -> Iterator[Draft | Unreadable]:
    """The draft of a package whose tree is walked; `names` are the manifests that stand in it."""
    first = next(dialect for dialect in Dialect if dialect.value in names)
    tree = package.tree
    readings: dict[str, Reading] = {}
    for name in sorted(names):
        found = _read(walk, place, tree, name)
        if isinstance(found, Unreadable):
            yield found
            return
        readings[name] = found
    problems = [*package.problems, *_link_problems(place.path, tree)]
    manifest = readings[first.value].manifest
    problems += readings[first.value].problems
    members: dict[str, str] = {}
    if Dialect.SKILL_YAML.value in names and len(names) > 1:
        others = " and ".join(sorted(names - {Dialect.SKILL_YAML.value}))
        problems.append(error("two-manifests", f"skill.yaml and {others} stand in one folder", advice="keep one"))
    elif Dialect.SKILL_JSON.value in names:
        manifest, tree, more = _with_tool(walk, place, tree, manifest, readings[Dialect.SKILL_JSON.value], first)
        problems += more[0]
        members = more[1]
    manifest, more_problems = _codex(place, tree, manifest)
    yield Draft(
        folder=place.path,
        root=walk.root,
        dialect=first,
        tree=tree,
        manifest=manifest,
        manifest_digests={name: reading.digest for name, reading in readings.items()},
        members=members,
        problems=(*problems, *more_problems),
    )


def _read(walk: Place, place: Folder, tree: Tree, name: str) -> Reading | Unreadable:
    """One manifest file, from the shelf where it has not changed."""
    path = f"{place.path}{os.sep}{name}"
    found = tree.find(name)
    if found is None:
        return Unreadable(path=path, why="it vanished, or a cap stopped the walk before it")
    kept = walk.shelf.recall(path, found.stat_key)
    if kept is not None:
        try:
            return _DECODE.decode(kept)
        except msgspec.DecodeError:
            pass  # kept by another version: read again
    return _read_now(walk, place, found, path)


def _read_now(walk: Place, place: Folder, found: Entry, path: str) -> Reading | Unreadable:
    limits = walk.settings.limits
    try:
        data, state = _bytes(walk, place, found, limits.max_skill_file_bytes)
    except TooLarge as exc:
        return Reading(digest="", manifest=None, problems=(_too_large(found.path, exc.size, limits),))
    except (OSError, ChangedWhileRead) as exc:
        why = exc.strerror if isinstance(exc, OSError) and exc.strerror else str(exc)
        return Unreadable(path=path, why=why)
    parsed: Parsed[Manifest] = MANIFEST_FORMATS[os.path.basename(found.path)].parse(data, limits)
    reading = Reading(digest=hashlib.sha256(data).hexdigest(), manifest=parsed.value, problems=parsed.problems)
    if found.kind is EntryKind.FILE and settled(state.st_mtime_ns, state.st_ctime_ns):
        _keep(walk.shelf, path, found, reading)
    return reading


def _keep(shelf: Shelf, path: str, found: Entry, reading: Reading) -> None:
    try:
        shelf.keep(path, found.stat_key, _ENCODE.encode(reading))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return  # a value no cache can hold (a huge number, say) is read anew each time


def settled(*times_ns: int) -> bool:
    """Whether a file was last touched long enough ago for its clock to tell a further change."""
    return max(times_ns) < time.time_ns() - _SETTLED_NS


def _bytes(walk: Place, place: Folder, found: Entry, cap: int) -> tuple[bytes, os.stat_result]:
    """The bytes of a manifest; a link is followed only within the package or to an allowed target."""
    if found.kind is EntryKind.FILE:
        data, state = place.read(found.path, cap)
        if (state.st_dev, state.st_ino) != (found.dev, found.ino):
            raise ChangedWhileRead(f"{found.path} was replaced while it was read")
        return data, state
    path = os.path.join(place.path, found.path)
    real = os.path.realpath(path)
    homes = [os.path.realpath(place.path), *map(os.path.realpath, walk.settings.load.allow_link_targets)]
    if found.kind is not EntryKind.LINK or not any(inside(real, home) for home in homes):
        raise OSError(
            f"it is a link out of its folder, to {real}" if found.kind is EntryKind.LINK else "not a regular file"
        )
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return read_handle(os.open(real, flags), path, cap)


def _too_large(name: str, size: int, limits: Limits) -> Problem:
    cap = limits.max_skill_file_bytes
    said = f"{name} has {size} bytes; the cap is {cap}"
    advice = "move detail into references/, or raise skills.limits.max_skill_file_bytes"
    return error("manifest-too-large", said, path=name, advice=advice)


def _link_problems(folder: str, tree: Tree) -> Iterator[Problem]:
    """Links of a package must lead to something inside it: whatever else they show is not sealed."""
    for found in tree:
        if found.kind is not EntryKind.LINK:
            continue
        path = os.path.join(folder, found.path)
        if os.path.isabs(_target(path)) or not inside(os.path.realpath(path), os.path.realpath(folder)):
            yield error(
                "link-escape", f"the link {found.path} leads out of the package", path=found.path,
                advice="put the file itself into the package",
            )  # fmt: skip


def _target(path: str) -> str:
    try:
        return os.readlink(path)
    except OSError:
        return os.sep


def _with_tool(
    walk: Place, place: Folder, tree: Tree, manifest: Manifest | None, reading: Reading, first: Dialect
) -> tuple[Manifest | None, Tree, tuple[list[Problem], dict[str, str]]]:
    """The manifest with the executable of a `skill.json` placed, or the reasons why there is no such tool."""
    tool_manifest = reading.manifest
    problems: list[Problem] = []
    if first is Dialect.SKILL_MD:
        if tool_manifest is None or not tool_manifest.tools[0].entry:
            said = "skill.json beside SKILL.md names no entry and is taken for a data file"
            return manifest, tree, ([note("not-a-tool", said, path="skill.json")], {})
        problems += reading.problems
    refused = _refusal(walk, place, tree)
    if refused is not None:
        return manifest, tree, ([refused] if first is Dialect.SKILL_JSON else [_softer(refused)], {})
    if tool_manifest is None or not tool_manifest.tools[0].entry:
        return manifest, tree, (problems, {})
    placed = entries.place(place.path, tool_manifest.tools[0].entry, walk.root)
    if isinstance(placed, Problem):
        return manifest, tree, ([*problems, placed], {})
    tool = msgspec.structs.replace(tool_manifest.tools[0], entry=placed.path)
    base = manifest if manifest is not None else tool_manifest
    manifest = msgspec.structs.replace(base, tools=(*(base.tools if first is Dialect.SKILL_MD else ()), tool))
    if placed.entry is None:
        return manifest, tree, (problems, {})
    grown = tuple(sorted([*tree.entries, placed.entry], key=lambda one: one.path))
    return manifest, msgspec.structs.replace(tree, entries=grown), (problems, {placed.path: placed.outside})


def _refusal(walk: Place, place: Folder, tree: Tree) -> Problem | None:
    """Why a `skill.json` may not stand here: not this root, or a place that everybody may write to."""
    if not walk.root.allows_json:
        return error(
            "json-not-allowed", f"a skill.json does not load from a {walk.root.label} root", path="skill.json",
            advice=f"move it under an external root, or add {walk.root.path} to skills.load.allow_json_in",
        )  # fmt: skip
    manifest = tree.find(Dialect.SKILL_JSON.value)
    loose = [path for path in (walk.root.path, place.path) if _world_writable(path)]
    if manifest is not None and manifest.world_writable:
        loose.append(os.path.join(place.path, manifest.path))
    if loose:
        said = f"{loose[0]} may be changed by everybody"
        return error("world-writable", said, path="skill.json", advice=f"chmod o-w {loose[0]}")
    return None


def _softer(refused: Problem) -> Problem:
    return warning(
        refused.code, f"{refused.message}; only the text of SKILL.md loads", path=refused.path, advice=refused.advice
    )


def _world_writable(path: str) -> bool:
    return os.name == "posix" and bool(os.stat(path).st_mode & 0o002)


def _codex(place: Folder, tree: Tree, manifest: Manifest | None) -> tuple[Manifest | None, list[Problem]]:
    """The Codex side file may hide a skill from the model. One that cannot be read hides it too."""
    if manifest is None or tree.find(CODEX) is None:
        return manifest, []
    hides: Any
    try:
        with place.child("agents") as agents:
            hides = forbids_implicit_use(agents.read("openai.yaml", 64 * 1024)[0])
    except (OSError, TooLarge, ChangedWhileRead, ValueError) as exc:
        said = f"it cannot be read ({exc}), so the skill is hidden from the model"
        manifest = msgspec.structs.replace(manifest, model_invocable=False)
        return manifest, [warning("codex-policy", said, path=CODEX)]
    return (msgspec.structs.replace(manifest, model_invocable=False) if hides else manifest), []
