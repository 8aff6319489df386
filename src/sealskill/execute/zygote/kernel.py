"""The system calls that Python has no words for. All raise OSError."""

from __future__ import annotations

import ctypes
import errno
import fcntl
import os
import signal
import socket
import stat
import struct

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEWNS, _NEWUSER, _NEWNET = 0x20000, 0x10000000, 0x40000000
_NOSUID, _NODEV, _NOEXEC, _DETACH = 2, 4, 8, 2
_REC_PRIVATE = 0x4000 | 0x40000
# The same number on every machine we run on: they are younger than the common table.
_OPEN_TREE, _MOVE_MOUNT, _CLOSE_RANGE, _OPENAT2, _MOUNT_SETATTR = 428, 429, 436, 437, 442
_AT_FDCWD, _AT_EMPTY, _AT_RECURSIVE = -100, 0x1000, 0x8000
_TREE_CLONE, _MOVE_FROM_EMPTY = 1, 4
_ATTR_RDONLY, _ATTR_NOSUID, _ATTR_NODEV, _ATTR_NOEXEC, _ATTR_IDMAP = 1, 2, 4, 8, 0x100000
_RESOLVE_NO_MAGIC, _RESOLVE_NO_LINKS = 2, 4
_SUBREAPER, _CLOSE_LATER = 36, 4
_SET_FLAGS, _UP_AND_RUNNING = 0x8914, 0x41
_NEEDED = (0, 6, 7, 21)
"""To give a folder away, to be another group and account, and to mount."""


def apart(rooted: bool) -> None:
    """Into a mount namespace of our own; who is not root first gets a user namespace in which he may do so."""
    uid, gid = os.getuid(), os.getgid()
    _checked(_LIBC.unshare(_NEWNS if rooted else _NEWNS | _NEWUSER))
    if not rooted:
        for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
            put(f"/proc/self/{name}", text)
    _mount("none", "/", None, _REC_PRIVATE, None)


def alone(ports: list[int]) -> list[socket.socket]:
    """Into a network namespace in which there is nothing but ourselves; what comes back listens in there."""
    _checked(_LIBC.unshare(_NEWNET))
    with socket.socket() as one:
        fcntl.ioctl(one, _SET_FLAGS, struct.pack("16sH14s", b"lo", _UP_AND_RUNNING, b""))
    return [_listening(port) for port in ports]


def _listening(port: int) -> socket.socket:
    made = socket.socket()
    made.bind(("127.0.0.1", port))
    made.listen(64)
    return made


def adopt() -> None:
    """Become the parent of whatever our children leave behind, so that nothing of it stays a zombie."""
    _checked(_LIBC.prctl(_SUBREAPER, 1, 0, 0, 0))


def mighty() -> bool:
    """Whether we are root with what it takes to become somebody else."""
    if os.geteuid() != 0:
        return False
    with open("/proc/self/status") as file:
        held = next(int(line.split()[1], 16) for line in file if line.startswith("CapEff:"))
    return all(held >> one & 1 for one in _NEEDED)


def scratch(folder: str, options: str) -> None:
    """A file system in memory from which nothing is executed."""
    _mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV | _NOEXEC, options)


def unmount(folder: str) -> None:
    """Take away what is mounted at a folder, with all that is mounted in it."""
    _checked(_LIBC.umount2(folder.encode(), _DETACH))


def opened(path: str) -> int:
    """A descriptor of a path in which no link is followed."""
    how = struct.pack("QQQ", os.O_PATH | os.O_CLOEXEC, 0, _RESOLVE_NO_LINKS | _RESOLVE_NO_MAGIC)
    return _call(_OPENAT2, _AT_FDCWD, path.encode(), how, ctypes.c_size_t(len(how)))


def bind(source: int, target: str, *, write: bool, execute: bool, space: int | None) -> None:
    """Mount what a descriptor stands for, with all that is mounted in it. `space` says whose its files are."""
    tree = _call(_OPEN_TREE, source, b"", _TREE_CLONE | os.O_CLOEXEC | _AT_EMPTY | _AT_RECURSIVE)
    try:
        flags = _ATTR_NOSUID | _ATTR_NODEV | (0 if write else _ATTR_RDONLY) | (0 if execute else _ATTR_NOEXEC)
        _flag(tree, flags, 0)
        if space is not None:
            _flag(tree, _ATTR_IDMAP, space)
        if stat.S_ISDIR(os.stat(source).st_mode):
            os.mkdir(target, 0o711)
        else:
            os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        _call(_MOVE_MOUNT, tree, b"", _AT_FDCWD, target.encode(), _MOVE_FROM_EMPTY)
    finally:
        os.close(tree)


def mapping(owner: tuple[int, int], mine: int) -> int:
    """A user namespace that says: what is the owner's on the disk belongs to the account `mine`."""
    told, tell = os.pipe()
    stay, go = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(tell, b"0" if _LIBC.unshare(_NEWUSER) == 0 else b"1")
        os.close(go)
        os.read(stay, 1)
        os._exit(0)
    try:
        if os.read(told, 1) != b"0":
            raise OSError(errno.EPERM, "no user namespace can be made")
        put(f"/proc/{pid}/uid_map", f"{owner[0]} {mine} 1")
        put(f"/proc/{pid}/gid_map", f"{owner[1]} {mine} 1")
        return os.open(f"/proc/{pid}/ns/user", os.O_RDONLY | os.O_CLOEXEC)
    finally:
        for one in (told, tell, stay, go):
            os.close(one)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def seclude() -> None:
    """Let no descriptor but the first three reach a program we turn into."""
    _call(_CLOSE_RANGE, 3, ctypes.c_uint(0xFFFFFFFF), _CLOSE_LATER)


def in_memory(data: bytes) -> int:
    """A descriptor that reads these bytes, and that a program we turn into is left with."""
    handle = os.memfd_create("sealskill")
    os.set_inheritable(handle, True)
    with os.fdopen(os.dup(handle), "wb") as file:
        file.write(data)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle


def put(path: str, text: str) -> None:
    """Write to a file of the kernel. One that is not there is not made: it would be no file of the kernel."""
    handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(handle, text.encode())
    finally:
        os.close(handle)


def _flag(tree: int, flags: int, space: int) -> None:
    words = struct.pack("QQQQ", flags, 0, 0, space)
    _call(_MOUNT_SETATTR, tree, b"", _AT_EMPTY | _AT_RECURSIVE, words, ctypes.c_size_t(len(words)))


def _mount(source: str, target: str, kind: str | None, flags: int, data: str | None) -> None:
    words = [None if one is None else one.encode() for one in (source, target, kind, data)]
    _checked(_LIBC.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]))


def _call(number: int, *words: object) -> int:
    return _checked(_LIBC.syscall(number, *words))


def _checked(found: int) -> int:
    if found < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return found
