"""A folder held open, so that what is listed, opened and read is one and the same place.

Paths are asked for again by name at every step and an attacker may swap a folder in between; a handle cannot be
swapped. Where the system has no folder handles (Windows) the same steps are taken by path and compared afterwards.
"""

from __future__ import annotations

import errno
import os
import stat
from operator import attrgetter
from types import TracebackType

from sealskill.errors import ChangedWhileRead

HANDLES = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
_FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NAME = attrgetter("name")
_NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
# A fifo would block the open and a device might act on it: open without waiting, then look what it is.
FILE_FLAGS = (
    os.O_RDONLY | _NOFOLLOW | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)


class TooLarge(Exception):
    """A file is over the cap it was read with; it was not read."""

    def __init__(self, size: int) -> None:
        super().__init__(size)
        self.size = size


class Folder:
    """One open folder. Use as a context manager, or close it."""

    __slots__ = ("fd", "path")

    def __init__(self, path: str, fd: int) -> None:
        self.path = path
        self.fd = fd

    @classmethod
    def open(cls, path: str) -> Folder:
        """Open a folder by its path; the last component may be a link."""
        if not HANDLES:
            os.scandir(path).close()
            return cls(path, -1)
        return cls(path, os.open(path, _FOLDER_FLAGS))

    def child(self, name: str) -> Folder:
        """Open a folder of this folder. A link raises OSError."""
        path = f"{self.path}{os.sep}{name}"
        if not HANDLES:
            if stat.S_ISLNK(os.lstat(path).st_mode):
                raise NotADirectoryError(path)
            return Folder.open(path)
        return Folder(path, os.open(name, _FOLDER_FLAGS | _NOFOLLOW, dir_fd=self.fd))

    def below(self, path: str) -> Folder:
        """Open a folder deeper down, by its path from here. A link on the way raises OSError."""
        place, names = self, path.split(os.sep)
        try:
            for name in names:
                outer, place = place, place.child(name)
                if outer is not self:
                    outer.close()
        except OSError:
            if place is not self:
                place.close()
            raise
        return place

    def state(self) -> os.stat_result:
        """The state of the folder itself."""
        return os.fstat(self.fd) if HANDLES else os.stat(self.path)

    def scan(self) -> list[os.DirEntry[str]]:
        """The entries, in the order of their names."""
        with os.scandir(self.fd if HANDLES else self.path) as found:
            return sorted(found, key=_NAME)

    def read(self, name: str, cap: int) -> tuple[bytes, os.stat_result]:
        """The bytes of a regular file and its state, both from one handle.

        Raises TooLarge over `cap`, ChangedWhileRead if it changed meanwhile, OSError for links and special files.
        """
        where = f"{self.path}{os.sep}{name}"
        return read_handle(os.open(name, FILE_FLAGS, dir_fd=self.fd) if HANDLES else _open_plain(where), where, cap)

    def close(self) -> None:
        """Let go of the handle."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None) -> None:
        self.close()


class Handles:
    """Folders below one folder, held open along the path to the file being read. No link is followed below it."""

    def __init__(self, folder: str) -> None:
        self.open: list[tuple[str, Folder]] = [("", Folder.open(folder))]

    def __enter__(self) -> Handles:
        return self

    def __exit__(self, *_: object) -> None:
        while self.open:
            self.open.pop()[1].close()

    def read(self, path: str, cap: int) -> tuple[bytes, os.stat_result]:
        """The bytes and state of a file, by its `/`-separated path below the folder."""
        under, _, name = path.rpartition("/")
        while self.open[-1][0] and under != self.open[-1][0] and not under.startswith(self.open[-1][0] + "/"):
            self.open.pop()[1].close()
        at, place = self.open[-1]
        for part in under[len(at) :].strip("/").split("/") if under != at else ():
            at = f"{at}/{part}" if at else part
            place = place.child(part)
            self.open.append((at, place))
        return place.read(name, cap)


def _open_plain(path: str) -> int:
    before = os.lstat(path)
    if not stat.S_ISREG(before.st_mode):
        raise OSError(f"not a regular file: {path}")
    handle = os.open(path, FILE_FLAGS)
    if (os.fstat(handle).st_dev, os.fstat(handle).st_ino) != (before.st_dev, before.st_ino):
        os.close(handle)
        raise ChangedWhileRead(f"{path} was replaced while it was opened")
    return handle


def read_handle(handle: int, where: str, cap: int) -> tuple[bytes, os.stat_result]:
    """Read an open file whole and close it; see `Folder.read`."""
    try:
        before = os.fstat(handle)
        if not stat.S_ISREG(before.st_mode):
            raise OSError("not a regular file")
        if before.st_size > cap:
            raise TooLarge(before.st_size)
        data = os.read(handle, before.st_size + 1)
        while len(data) <= before.st_size and (more := os.read(handle, before.st_size + 1 - len(data))):
            data += more
        after = os.fstat(handle)
    finally:
        os.close(handle)
    if len(data) != before.st_size or _moved(before, after):
        raise ChangedWhileRead(f"{where} changed while it was read", advice="run again when nothing writes there")
    return data, after


def _moved(before: os.stat_result, after: os.stat_result) -> bool:
    return (before.st_size, before.st_mtime_ns, before.st_ctime_ns) != (
        after.st_size,
        after.st_mtime_ns,
        after.st_ctime_ns,
    )


def state_key(state: os.stat_result) -> tuple[int, int, int, int, int]:
    """The same five numbers as `Entry.stat_key`, for a file that is open."""
    return (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)


def resolved(path: str) -> str:
    """The real path; of a path through more links than the system follows, which nobody can open, the path itself.

    The library resolves links by recursion and a stranger's chain of a thousand would end it.
    """
    try:
        os.stat(path)
    except OSError as exc:
        if exc.errno == errno.ELOOP:
            return path
    return os.path.realpath(path)


def inside(path: str, folder: str) -> bool:
    """Whether a path is a folder or lies in it, by components. Both must be real paths."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
