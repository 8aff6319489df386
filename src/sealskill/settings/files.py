"""The settings files on disk: which there are, their bytes, and the digest a person trusts a workspace by."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from sealskill.errors import BadSettings
from sealskill.settings.parse import Unparsed, parse

WORKSPACE_FILES = ("sealskill.yaml",)
"""The files of a workspace that configure us. Their digest is what `sealskill trust` binds to."""
OUR_FILES = ("config.yaml", "config.json5", "config.toml")
# Names people try. A settings file that is there and not read has to be said so.
NEAR_MISSES: Mapping[str, str] = {
    "config.yml": "config.yaml",
    "config.json": "config.json5",
    "sealskill.yml": "sealskill.yaml",
    "sealskill.json": "sealskill.yaml",
    "sealskill.json5": "sealskill.yaml",
    "sealskill.toml": "sealskill.yaml",
}

# Real settings have a few kilobytes; past a megabyte somebody wants our memory.
_LARGEST = 1024 * 1024


class Unreadable(Exception):
    """Which file is there, or may be, and why it cannot be read."""


def present(folder: Path, names: Iterable[str]) -> list[Path]:
    """Those of the names that stand in the folder, a link that leads nowhere included.

    Raises `Unreadable` when the folder does not let us look: what cannot be seen is not thereby absent.
    """
    return [folder / name for name in names if _is_there(folder / name)]


def workspace_files(workspace: Path) -> dict[str, bytes]:
    """The bytes of each file that configures us from a workspace. Raises `Unreadable`, for a link too."""
    return {path.name: content(path, follow=False) for path in present(workspace, WORKSPACE_FILES)}


def content(path: Path, *, follow: bool = True) -> bytes:
    """The bytes of a regular file within the cap. Raises `Unreadable`."""
    try:
        handle = _opened(path, follow)
        try:
            return _regular(path, handle)
        finally:
            os.close(handle)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read: {_reason(error)}") from error


def _opened(path: Path, follow: bool) -> int:
    # Without no-follow on this system, a look beforehand has to do.
    if not follow and not hasattr(os, "O_NOFOLLOW") and path.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    no_link = 0 if follow else _flag("O_NOFOLLOW")
    # Non-blocking: a fifo would keep us waiting for a writer before we can see what it is.
    return os.open(path, os.O_RDONLY | _flag("O_NONBLOCK") | _flag("O_CLOEXEC") | _flag("O_BINARY") | no_link)


def _regular(path: Path, handle: int) -> bytes:
    facts = os.fstat(handle)
    if not stat.S_ISREG(facts.st_mode):
        raise Unreadable(f"{path} is not a regular file")
    if os.name == "posix" and facts.st_mode & stat.S_IWOTH:
        # Settings name commands that are run; whoever can write them runs those as us.
        raise Unreadable(f"{path} can be written by everyone: run `chmod o-w` on it")
    with os.fdopen(os.dup(handle), "rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise Unreadable(f"{path} is larger than {_LARGEST // 1024} KiB")
    return data


def _is_there(path: Path) -> bool:
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be looked for: {_reason(error)}") from error
    return True


def tree_of(path: Path, data: bytes, language: str) -> Mapping[Any, Any] | str:
    """The map in a file, or the sentence that says where and why there is none."""
    try:
        return parse(data.decode("utf-8-sig"), language)
    except UnicodeDecodeError as error:
        line, why = data.count(b"\n", 0, error.start) + 1, "is not UTF-8 text"
    except Unparsed as error:
        line, why = error.line, error.why
    return f"{path}{f':{line}' if line else ''} {why}"


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and bytes, each preceded by its length, so that no two sets of files read alike."""
    total = hashlib.sha256(b"sealskill workspace settings 1\0")
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            total.update(len(part).to_bytes(8, "big") + part)
    return total.hexdigest()


def config_digest(workspace: Path) -> str:
    """The digest of the files that configure us from a workspace; the same for every workspace without any.

    Raises `BadSettings` when one is there and cannot be read: nobody can trust what cannot be read.
    """
    try:
        return digest(workspace_files(workspace.absolute()))
    except Unreadable as error:
        said = str(error)
    raise BadSettings((said,), advice="make it a regular file of the workspace, or remove it")


def _flag(name: str) -> int:
    return int(getattr(os, name, 0))


def _reason(error: OSError | ValueError) -> str:
    if getattr(error, "errno", None) == errno.ELOOP:
        return "it is a link; settings of a workspace are a file of their own"
    return getattr(error, "strerror", None) or "no such path can exist"
