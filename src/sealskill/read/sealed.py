"""The sealed copy: what was scanned, approved and signed is what is read and run.

    1. Look for the copy of this seal; one that is there must still match it.
    2. Write every sealed entry into a fresh folder, from the bytes that are hashed while they are written.
    3. Compare the digest of what was written with the seal asked for.
    4. Take away every write bit, then move the folder to its name in one step.

The caller still owes: a store only the user may enter (`store_for` makes one) and the seal of a package just listed.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
import sys
from pathlib import Path

from sealskill.errors import CannotSeal
from sealskill.model.draft import Entry, EntryKind, Tree
from sealskill.model.settings import Limits
from sealskill.model.skill import Skill
from sealskill.read.digest import combine, content, opened, sealed_entries
from sealskill.read.folder import Folder
from sealskill.read.walk import UNSEALED, Package


def store_for(state: Path) -> Path:
    """The folder of all sealed copies, made if need be. Raises CannotSeal when others may write to it."""
    store = state / "sealed"
    try:
        store.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = store.stat()
    except OSError as exc:
        raise CannotSeal(f"{store} cannot be made: {exc.strerror or exc}") from exc
    if os.name == "posix" and (found.st_uid != os.geteuid() or found.st_mode & 0o022):
        raise CannotSeal(f"{store} belongs to somebody else or others may write to it", advice=f"chmod 700 {store}")
    return store


def keep(skill: Skill, seal: str, store: Path) -> Path:
    """The folder of the sealed copy of a skill. Raises CannotSeal or ChangedWhileRead; leaves nothing half done."""
    kept = store / seal.replace(":", "-")
    if kept.exists():  # 1
        _must_match(kept, seal)
        return kept
    fresh = store / f".new-{secrets.token_hex(8)}"
    try:
        digests = _write(skill, fresh)  # 2
        if combine(skill.tree, digests) != seal:  # 3
            raise CannotSeal(f"{skill.folder} is no longer what was sealed", advice="load it again")
        _freeze(fresh)  # 4
        os.rename(fresh, kept)
    except OSError as exc:
        if kept.exists():
            _must_match(kept, seal)  # another process was first
        else:
            raise CannotSeal(f"{kept} cannot be written: {exc.strerror or exc}") from exc
    finally:
        _discard(fresh)
    return kept


def _write(skill: Skill, fresh: Path) -> dict[str, str]:
    fresh.mkdir(mode=0o700)
    digests = {}
    with opened(skill.folder) as handles:
        for entry in sealed_entries(skill.tree):
            data = content(handles, skill.folder, entry, skill.members)
            digests[entry.path] = hashlib.sha256(data).hexdigest()
            _put(fresh / entry.path, entry, data)
    return digests


def _put(path: Path, entry: Entry, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if entry.kind is EntryKind.LINK:
        os.symlink(os.fsdecode(data), path)
        return
    mode = 0o500 if entry.executable else 0o400
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.chmod(path, mode)  # whatever the umask says


def _freeze(folder: Path) -> None:
    for place, _, _ in os.walk(folder, topdown=False):
        os.chmod(place, 0o500)


def _discard(folder: Path) -> None:
    """Remove what a failed attempt left; a finished copy has moved away and nothing is there."""
    if not folder.exists():
        return
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _must_match(kept: Path, seal: str) -> None:
    """A copy that is there is believed only after it was hashed again."""
    _refuse_unsealed(kept)
    tree = _list(kept)
    with opened(str(kept)) as handles:
        found = {entry.path: hashlib.sha256(content(handles, str(kept), entry, {})).hexdigest() for entry in tree}
    if combine(tree, found) != seal:
        raise _changed(kept)


def _refuse_unsealed(kept: Path) -> None:
    """A seal does not cover `__pycache__` and its like, so a copy that holds one would show more than was sealed."""
    for _, folders, files in os.walk(kept):
        if not UNSEALED.isdisjoint((*folders, *files)):
            raise _changed(kept)


def _changed(kept: Path) -> CannotSeal:
    return CannotSeal(f"the sealed copy {kept} was changed", advice=f"remove it (chmod -R u+w {kept}; rm -r {kept})")


def _list(kept: Path) -> Tree:
    """The tree of a copy, however large: its seal was made under the limits of then."""
    limits = Limits(max_files_per_skill=sys.maxsize, max_bytes_per_skill=sys.maxsize)
    try:
        with Folder.open(str(kept)) as place:
            return Package(str(kept), limits).walk(place, place.scan()).tree
    except OSError as exc:
        raise _changed(kept) from exc
