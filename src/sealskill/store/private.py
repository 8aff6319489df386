"""A file that is ours alone. Where somebody else may write, whatever stands there proves nothing."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from sealskill.errors import CannotRecord

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)  # a fifo in its place would block the open


def own(file: Path) -> Path:
    """The file, made where there was none, and known to be ours alone. Raises CannotRecord."""
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check(file.parent, file.parent.stat(), 0o022)
        handle = os.open(file, _FLAGS | _NONBLOCK, 0o600)
    except OSError as exc:
        raise CannotRecord(f"{file} cannot be opened: {exc.strerror or exc}", advice=_advice(exc, file)) from exc
    try:
        _check(file, os.fstat(handle), 0o077)
    finally:
        os.close(handle)
    return file


def _check(path: Path, state: os.stat_result, forbidden: int) -> None:
    """Of a folder nobody else may change what stands in it; of a file nobody else may do anything."""
    if os.name != "posix":
        return
    if state.st_uid != os.geteuid():
        raise CannotRecord(
            f"{path} belongs to somebody else", advice=f"look who put it there; then chown it, or {_MOVE}"
        )
    if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
        raise CannotRecord(f"{path} is not a regular file", advice=f"look who put it there, or {_MOVE}")
    if state.st_mode & forbidden:
        mode = "u=rwx,go-w" if stat.S_ISDIR(state.st_mode) else "600"
        raise CannotRecord(f"{path} is open to others", advice=f"look who changed it; then chmod {mode} {path}")


def _advice(exc: OSError, file: Path) -> str:
    known = {28: "free some space", 30: "the file system is read-only: name another folder in SEALSKILL_HOME"}
    return known.get(exc.errno or 0, f"look at the rights of {file} and its folder, or {_MOVE}")


_MOVE = "name another folder in SEALSKILL_HOME"
