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
    """Why a file that is there cannot be read."""


def present(folder: Path, names: Iterable[str]) -> list[Path]:
    """Those of the names that stand in the folder, a link that leads nowhere included."""
    return [folder / name for name in names if os.path.lexists(folder / name)]


def content(path: Path, *, follow: bool = True) -> bytes:
    """The bytes of a regular file within the cap. Raises `Unreadable`, with why."""
    try:
        # Non-blocking: a fifo would keep us waiting for a writer before we can see what it is.
        handle = os.open(
            path, os.O_RDONLY | _flag("O_NONBLOCK") | _flag("O_CLOEXEC") | (0 if follow else _no_link(path))
        )
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot be read ({_reason(error)})") from error
    with open(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise Unreadable("is not a regular file")
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise Unreadable(f"is larger than {_LARGEST // 1024} KiB")
    return data


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
    files: dict[str, bytes] = {}
    problems = []
    for path in present(workspace, WORKSPACE_FILES):
        try:
            files[path.name] = content(path, follow=False)
        except Unreadable as error:
            problems.append(f"{path} {error}")
    if problems:
        raise BadSettings(tuple(problems), advice="make it a regular file of your own, or remove it")
    return digest(files)


def _no_link(path: Path) -> int:
    """The flag that refuses a link as the last component. Where there is none, a look beforehand has to do."""
    if not hasattr(os, "O_NOFOLLOW") and path.is_symlink():
        raise OSError("it is a link")
    return _flag("O_NOFOLLOW")


def _flag(name: str) -> int:
    return int(getattr(os, name, 0))


def _reason(error: OSError | ValueError) -> str:
    if getattr(error, "errno", None) == errno.ELOOP:
        return "it is a link, and a workspace may not point elsewhere"
    return getattr(error, "strerror", "") or str(error)
