"""Hooks on disk: a folder with a HOOK.md and one handler beside it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import msgspec

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Unreadable
from sealskill.model.hook import HANDLERS, HookFolder, HookKind
from sealskill.model.problem import Problem, error
from sealskill.model.settings import Limits, Settings
from sealskill.read import contained
from sealskill.read.folder import Folder, TooLarge, inside, resolved
from sealskill.read.formats import hook as hooks

MANIFEST = HookKind.HOOK.value
Found = HookFolder | Unreadable


def discover(folder: str, settings: Settings) -> Iterator[Found]:
    """The hooks of a folder, by name; what cannot be read appears as `Unreadable`. A missing folder is none."""
    real = os.path.realpath(folder)
    try:
        with Folder.open(real) as place:
            names = [found.name for found in place.scan() if found.is_dir() and not found.name.startswith(".")]
    except FileNotFoundError:
        return
    except OSError as exc:
        yield Unreadable(path=folder, why=contained.why(exc), manifest=False)
        return
    cap = settings.limits.max_candidates_per_root
    for name in names[:cap]:
        yield from _below(real, name, settings)
    if len(names) > cap:
        yield Unreadable(path=folder, why="it holds more folders than skills.limits.max_candidates_per_root")


def _below(root: str, name: str, settings: Settings) -> Iterator[Found]:
    path = os.path.join(root, name)
    real = resolved(path)
    if not os.path.lexists(os.path.join(real, MANIFEST)):
        return
    if any(inside(real, home) for home in contained.homes(root, settings.load.allow_link_targets)):
        yield read(real, settings)
    else:
        yield Unreadable(path=path, why=f"the link leads out of its root, to {real}")


def read(folder: str, settings: Settings) -> Found:
    """One hook, by the path of its folder."""
    real = os.path.realpath(folder)
    homes = contained.homes(real, settings.load.allow_link_targets)
    try:
        with Folder.open(real) as place:
            return _read(place, homes, settings.limits)
    except TooLarge as exc:
        why = f"it has {exc.size} bytes; the cap is skills.limits.max_skill_file_bytes"
        return Unreadable(path=os.path.join(folder, MANIFEST), why=why)
    except (OSError, ChangedWhileRead) as exc:
        return Unreadable(path=os.path.join(folder, MANIFEST), why=contained.why(exc))


def _read(place: Folder, homes: Sequence[str], limits: Limits) -> HookFolder:
    data, state = contained.read(place, MANIFEST, homes, limits.max_skill_file_bytes)
    parsed = hooks.FORMAT.parse(data, limits)
    problems = [*parsed.problems]
    if state.st_mode & 0o002:
        problems.append(_loose(MANIFEST))
    handlers = [found.name for found in place.scan() if found.name in HANDLERS]
    problems += _handler_problems(place.path, handlers, homes)
    hook = parsed.value
    if hook is not None and len(handlers) == 1:
        hook = msgspec.structs.replace(hook, handler=handlers[0])
    return HookFolder(folder=place.path, hook=hook, problems=tuple(problems))


def _handler_problems(folder: str, handlers: list[str], homes: Sequence[str]) -> Iterator[Problem]:
    """What speaks against running the handler. Its bytes are sealed and read only when it runs."""
    if len(handlers) != 1:
        said = f"{' and '.join(handlers)} stand side by side" if handlers else "there is no handler"
        yield error("handler", said, path=MANIFEST, advice=f"keep one of {', '.join(HANDLERS)}")
    for name in handlers:
        real = resolved(os.path.join(folder, name))
        if not any(inside(real, home) for home in homes):
            yield error("link-escape", f"{name} is a link out of the folder, to {real}", path=name)
        elif not os.path.isfile(real):
            yield error("handler", f"{name} is not a regular file", path=name)
        elif os.stat(real).st_mode & 0o002:
            yield _loose(name)


def _loose(name: str) -> Problem:
    return error("world-writable", f"{name} may be changed by everybody", path=name, advice=f"chmod o-w {name}")
