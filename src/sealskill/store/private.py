"""A file that is ours alone. Where somebody else may write, whatever stands there proves nothing."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

from sealskill.errors import CannotRecord

_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_KEY_BYTES = 32
_LONGEST_KEY = 4096
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


def key(file: Path) -> bytes:
    """The key in a file that is ours alone, made where there was none. Raises CannotRecord."""
    data = known_key(file)
    if data is not None:
        return data
    fresh = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    own(fresh)
    try:
        with fresh.open("r+b") as out:
            out.write(secrets.token_bytes(_KEY_BYTES))
            out.flush()
            os.fsync(out.fileno())
        # Of several that make one at once the first counts: a link never replaces what is there.
        with contextlib.suppress(FileExistsError):
            os.link(fresh, file)
    except OSError as exc:
        raise CannotRecord(f"{file} cannot be written: {exc.strerror or exc}", advice=_advice(exc, file)) from exc
    finally:
        fresh.unlink(missing_ok=True)
    return known_key(file) or b""


def known_key(file: Path) -> bytes | None:
    """The key in a file that is ours alone; None where there is none. Raises CannotRecord for one that is no secret."""
    try:
        handle = os.open(file, (_FLAGS | _NONBLOCK) & ~(os.O_CREAT | os.O_RDWR))
    except FileNotFoundError:
        return None
    except OSError as exc:
        raise CannotRecord(f"{file} cannot be read: {exc.strerror or exc}", advice=_advice(exc, file)) from exc
    try:
        _check(file, os.fstat(handle), 0o077)
        data = os.read(handle, _LONGEST_KEY)
    finally:
        os.close(handle)
    if len(data) < _KEY_BYTES:
        raise CannotRecord(
            f"{file} holds no whole key", advice="restore it from a backup, or remove it to begin a new one"
        )
    return data


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
