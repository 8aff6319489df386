"""A file put in its place in one step."""

from __future__ import annotations

import errno
import os
import secrets

from sealskill.read.folder import Folder

_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def still(folder: Folder, name: str, before: os.stat_result | None, over: bytes) -> bool:
    """Whether a file that was looked at still holds these bytes."""
    return before is not None and before.st_size == len(over) and folder.read(name, len(over))[0] == over


def put(folder: Folder, name: str, data: bytes, before: os.stat_result | None, *, new: bool) -> None:
    """Write beside it, then move there in one step: whoever reads sees the old file or the new one, and never a part.

    A hard link to the old file keeps the old bytes: only the name in this folder changes.
    """
    fresh = f".sealskill-{secrets.token_hex(8)}"
    handle = os.open(fresh, _WRITE, 0o600 if before else 0o666, dir_fd=folder.fd)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            if before:
                os.fchmod(file.fileno(), before.st_mode & 0o777)
        if new:
            _move_where_nothing_is(folder, fresh, name)
        else:
            os.replace(fresh, name, src_dir_fd=folder.fd, dst_dir_fd=folder.fd)
    except BaseException:
        os.unlink(fresh, dir_fd=folder.fd)
        raise


def _move_where_nothing_is(folder: Folder, fresh: str, name: str) -> None:
    try:
        os.link(fresh, name, src_dir_fd=folder.fd, dst_dir_fd=folder.fd, follow_symlinks=False)
    except OSError as exc:
        if exc.errno not in _NO_HARD_LINKS:
            raise
        # A file system without hard links: take the name first, then move over what is ours.
        os.close(os.open(name, _WRITE, 0o600, dir_fd=folder.fd))
        os.replace(fresh, name, src_dir_fd=folder.fd, dst_dir_fd=folder.fd)
        return
    os.unlink(fresh, dir_fd=folder.fd)
