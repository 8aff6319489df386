"""The places skills are discovered in, highest precedence first."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from sealskill.model.draft import Root, RootLabel
from sealskill.model.settings import Settings

_ALSO = {
    "openclaw": ("~/.openclaw/skills", "~/.openclaw/workspace/skills"),
    "clawdis": ("~/.clawdis/skills", "~/.clawdbot/skills"),
    "claude": ("~/.claude/skills", "./.claude/skills"),
    "codex": ("~/.codex/skills", "./.codex/skills"),
    "ongrid": ("/etc/ongrid/skills",),
    "omniagent": ("~/.omniagent/skills",),
}
"""Where other systems keep their skills: `~` is the home folder, `./` the workspace."""


def named(paths: Sequence[str | Path], settings: Settings) -> tuple[Root, ...]:
    """The roots a person named for this one call, instead of the usual ones."""
    roots = (
        Root(
            path=str(path),
            label=RootLabel.EXTRA,
            trusted=_vouched(str(path), settings),
            allows_json=_json(str(path), settings),
        )
        for path in map(os.path.abspath, paths)
    )
    return _numbered(roots)


def usual(settings: Settings, bundled: Path) -> tuple[Root, ...]:
    """The roots of a person and a workspace, as the settings stand. Which of them exist is found out by walking."""
    work, home, trusted = Path(settings.workspace), Path(settings.home), settings.workspace_trusted
    rows = [
        Root(path=str(work / "skills"), label=RootLabel.WORKSPACE, trusted=trusted),
        Root(path=str(work / ".agents" / "skills"), label=RootLabel.PROJECT, trusted=trusted),
        Root(path=str(home / ".agents" / "skills"), label=RootLabel.PERSONAL, trusted=True),
        Root(path=str(Path(settings.state) / "skills"), label=RootLabel.MANAGED, trusted=True, allows_json=True),
        Root(path=str(bundled), label=RootLabel.BUNDLED, allows_json=True),
        *(Root(path=path, label=RootLabel.EXTRA, trusted=True) for path in settings.load.extra_dirs),
        *(_also(settings)),
        *(_external(path) for path in settings.load.external_dirs if os.path.isabs(path)),
    ]
    return _numbered(_granted(root, settings) for root in rows)


def elsewhere(settings: Settings) -> Iterator[tuple[str, str]]:
    """Folders of other systems that exist here and are not read: the system's name and the folder."""
    for system in _ALSO.keys() - set(settings.load.also):
        for path in _paths(system, settings):
            if os.path.isdir(path):
                yield system, path


def _also(settings: Settings) -> Iterator[Root]:
    for system in settings.load.also:
        for path in _paths(system, settings):
            yield Root(path=path, label=RootLabel.EXTRA, allows_json=system == "ongrid", searched_on=system == "ongrid")


def _paths(system: str, settings: Settings) -> Iterator[str]:
    for path in _ALSO[system]:
        yield path.replace("~", settings.home, 1).replace("./", settings.workspace + os.sep, 1 if path[0] == "." else 0)


def _external(path: str) -> Root:
    return Root(path=path, label=RootLabel.EXTERNAL, trusted=True, allows_json=True, searched_on=True)


def _granted(root: Root, settings: Settings) -> Root:
    return msgspec.structs.replace(
        root,
        trusted=root.trusted or _vouched(root.path, settings),
        allows_json=root.allows_json or _json(root.path, settings),
    )


def _vouched(path: str, settings: Settings) -> bool:
    return _same(path, settings.load.trusted_roots)


def _json(path: str, settings: Settings) -> bool:
    return _same(path, settings.load.allow_json_in)


def _same(path: str, others: Sequence[str]) -> bool:
    return any(os.path.realpath(path) == os.path.realpath(other) for other in others)


def _numbered(roots: Iterator[Root] | Sequence[Root]) -> tuple[Root, ...]:
    """Each folder once, ranked in order. Of two labels for one folder the trusted one stands."""
    first: dict[str, Root] = {}
    for root in roots:
        real = os.path.realpath(root.path)
        kept = first.get(real)
        if kept is None or (root.trusted and not kept.trusted):
            first[real] = root
    return tuple(msgspec.structs.replace(root, rank=rank) for rank, root in enumerate(first.values()))
