"""Where the executable of a `skill.json` really is, and why it may not be used if it may not."""

from __future__ import annotations

import os
import stat

from sealskill.model.draft import Entry, EntryKind, Root
from sealskill.model.problem import Problem, error
from sealskill.model.value import Value
from sealskill.read.folder import inside, resolved
from sealskill.read.walk import MANIFESTS

MEMBER_FOLDER = ".sealskill-entry"  # where an executable from outside the folder stands in the sealed copy


class Placed(Value):
    """A usable entry: its path in the package, and the file it comes from if that lies outside the folder."""

    path: str
    outside: str = ""
    entry: Entry | None = None


def place(folder: str, entry: str, root: Root) -> Placed | Problem:
    """Resolve `entry` for a package in `folder`: relative to the folder, or absolute within the root.

    A link is followed before anything is compared, and the rules hold for where it leads.
    """
    real_root, real_folder = os.path.realpath(root.path), os.path.realpath(folder)
    if "\0" in entry:
        return _no("entry holds a NUL character", "name the executable itself")
    real = resolved(os.path.join(real_folder, entry))
    if not inside(real, real_root):
        return _no(f"entry {real} escapes allowlist root {real_root}", "put the executable into the skill's folder")
    try:
        state = os.stat(real, follow_symlinks=False)
    except OSError as exc:
        return _no(f"eval entry symlinks: lstat {real}: {(exc.strerror or str(exc)).lower()}", "add the file")
    fault = _fault(real, state)
    if fault:
        return fault
    if inside(real, real_folder):
        return Placed(path=os.path.relpath(real, real_folder).replace(os.sep, "/"))
    if not os.path.isabs(entry):
        return _no(f"entry {entry} leads out of its own folder", "put the executable into the skill's folder")
    owner = _owner(real, real_root)
    if owner:
        return _no(f"entry {real} belongs to another skill, {owner}", "put the executable into the skill's folder")
    path = f"{MEMBER_FOLDER}/{os.path.basename(real)}"
    return Placed(path=path, outside=real, entry=_member(path, state))


def _no(message: str, advice: str) -> Problem:
    return error("entry", message, path="skill.json", advice=advice)


def _fault(real: str, state: os.stat_result) -> Problem | None:
    if stat.S_ISDIR(state.st_mode):
        return _no(f"entry {real} is a directory", "name the executable itself")
    if not stat.S_ISREG(state.st_mode):
        return _no(f"entry {real} is not a regular file", "name a regular file")
    if os.name == "posix" and not state.st_mode & 0o111:
        return _no(f"entry {real} not executable", "chmod +x")
    if state.st_mode & 0o002:
        return error(
            "world-writable", f"entry {real} may be changed by everybody", path="skill.json", advice="chmod o-w"
        )
    return None


def _owner(real: str, root: str) -> str:
    """The folder of the package a file stands in, or ""."""
    folder = os.path.dirname(real)
    while folder != root and inside(folder, root):
        if any(os.path.lexists(os.path.join(folder, name)) for name in MANIFESTS):
            return folder
        folder = os.path.dirname(folder)
    return ""


def _member(path: str, state: os.stat_result) -> Entry:
    return Entry(
        path, EntryKind.FILE, state.st_size, state.st_mode & 0o7777, state.st_dev, state.st_ino, state.st_nlink,
        state.st_mtime_ns, state.st_ctime_ns,
    )  # fmt: skip
