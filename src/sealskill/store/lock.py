"""Our own record of trust and origins: one file, written whole or not at all.

A torn or foreign lock is an error, never an empty one: an attacker who can only break it must gain nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sealskill.errors import BadLock
from sealskill.model.value import Value

_VERSION = 1
_MAX_BYTES = 64 * 1024 * 1024  # ten thousand adoptions have about 4 MB
# A fifo in its place would block the open: open without waiting, then look what it is.
_READ_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class TrustedWorkspace(Value, forbid_unknown_fields=True):
    """A folder a person trusted, for the settings files it had then."""

    digest: str
    since: float


class Adoption(Value, forbid_unknown_fields=True):
    """A package that once carried a record of origin. It stays what it was when the record is gone or it has moved."""

    path: str
    seal: str
    """The seal of the package without its records of origin."""
    files: int
    bytes: int
    source: str
    record: str
    ref: str = ""
    changed: int = 0
    """When a file of it was last changed, as the file system counts: the same time is the same bytes."""


class Contents(Value, forbid_unknown_fields=True):
    """What the lock holds."""

    version: int = _VERSION
    workspaces: dict[str, TrustedWorkspace] = {}
    adoptions: tuple[Adoption, ...] = ()


class Lock:
    """The lock of one state folder."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def read(self) -> Contents:
        """What it holds; an empty lock only where there is no file at all."""
        try:
            data = self._bytes()
        except FileNotFoundError:
            return Contents()
        except OSError as exc:
            raise BadLock(f"{self.file} cannot be read: {exc.strerror or exc}", advice="make it readable") from exc
        try:
            contents = msgspec.json.decode(data, type=Contents)
        except (msgspec.DecodeError, RecursionError) as exc:
            raise BadLock(
                f"{self.file} is torn: {exc}", advice="restore it from a backup, or delete it and trust again"
            ) from exc
        if contents.version != _VERSION:
            raise BadLock(f"{self.file} has version {contents.version}", advice="use the sealskill that wrote it")
        return contents

    def _bytes(self) -> bytes:
        """What stands in the file. A lock that somebody else may write to proves nothing and is refused."""
        handle = os.open(self.file, _READ_FLAGS)
        with open(handle, "rb") as file:
            for where, state in ((self.file, os.fstat(handle)), (self.file.parent, self.file.parent.stat())):
                if _shared(state):
                    raise BadLock(
                        f"{where} belongs to somebody else or may be changed by everybody",
                        advice=f"look who changed it; then chmod o-w {where}",
                    )
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BadLock(f"{self.file} is not a regular file", advice="delete it and trust again")
            data = file.read(_MAX_BYTES + 1)
        if len(data) > _MAX_BYTES:
            raise BadLock(f"{self.file} has more than {_MAX_BYTES} bytes", advice="restore it from a backup")
        return data

    def update(self, change: Callable[[Contents], Contents]) -> Contents:
        """Change it under a file lock, so that two processes never lose each other's entries."""
        with self._held():
            before = self.read()
            after = change(before)
            if after != before:
                self._write(after)
        return after

    def trust(self, workspace: str, digest: str) -> None:
        """Remember that a person trusted a workspace as its settings stand."""
        row = TrustedWorkspace(digest=digest, since=time.time())
        self.update(lambda old: msgspec.structs.replace(old, workspaces={**old.workspaces, workspace: row}))

    def revoke(self, workspace: str) -> bool:
        """Forget a workspace; whether it was there."""
        known = False

        def without(old: Contents) -> Contents:
            nonlocal known
            known = workspace in old.workspaces
            rest = {path: row for path, row in old.workspaces.items() if path != workspace}
            return msgspec.structs.replace(old, workspaces=rest)

        self.update(without)
        return known

    def adopt(self, new: tuple[Adoption, ...]) -> None:
        """Remember packages that carry a record of origin."""
        self.update(lambda old: msgspec.structs.replace(old, adoptions=_merged(old.adoptions, new)))

    def _write(self, contents: Contents) -> None:
        text = json.dumps(msgspec.to_builtins(contents), indent=1, sort_keys=True, ensure_ascii=False)
        fresh = self.file.with_name(f".{self.file.name}.{secrets.token_hex(4)}")
        try:
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
                file.write(text + "\n")
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self.file)
        except OSError as exc:
            fresh.unlink(missing_ok=True)
            raise BadLock(
                f"{self.file} cannot be written: {exc.strerror or exc}", advice="free the disk, or chmod u+w"
            ) from exc

    @contextlib.contextmanager
    def _held(self) -> Iterator[None]:
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self.file.with_suffix(".held"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as exc:
            raise BadLock(f"{self.file.parent} cannot be written: {exc.strerror or exc}", advice="chmod u+w") from exc
        try:
            _hold(handle)
            yield
        finally:
            os.close(handle)  # closing lets go


def _shared(state: os.stat_result) -> bool:
    """Whether anybody but this user and the system's own may have written this."""
    if os.name != "posix":
        return False
    strange = os.geteuid() != 0 and state.st_uid not in (0, os.geteuid())
    return strange or bool(state.st_mode & 0o002)


def _merged(old: tuple[Adoption, ...], new: tuple[Adoption, ...]) -> tuple[Adoption, ...]:
    """All of them; of two for the same bytes at the same path the new one. Earlier bytes of a path stay known."""
    return tuple({(one.path, one.seal): one for one in (*old, *new)}.values())


def _hold(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
