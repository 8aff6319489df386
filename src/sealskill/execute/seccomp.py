"""The filter of system calls, assembled here: what no skill needs, and what other boundaries do not hold, is refused.

It is a list of what is denied and not of what is allowed: Python, Node, Deno and wasmtime run under it unchanged. A
call of another machine's kind, or through the other door of the same machine, ends the program.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Iterator
from itertools import chain

_LOAD, _JUMP_EQ, _JUMP_SET, _AND, _RETURN = 0x20, 0x15, 0x45, 0x54, 0x06
_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_EPERM, _ENOSYS, _NO_FAMILY = 1, 38, 97
_NUMBER, _ARCH = 0, 4
_X32 = 0x40000000

_NAMESPACES = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000
"""Every flag of `clone` that makes a namespace."""
_SET_ID = 0o6000
"""What lets a program be somebody else: nobody outside may find such a file in a folder that was granted."""
_INJECT, _PASTE = 0x5412, 0x541C
"""Terminal requests that type for somebody else."""
_FAMILIES = (1, 2, 10)
"""Sockets of files, of IPv4 and of IPv6. A virtual machine's own sockets are held by no namespace."""
_RAW = 3

_YOUNG = {
    "clone3": 435, "openat2": 437, "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442,
    "quotactl_fd": 443, "memfd_secret": 447, "fchmodat2": 452, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "open_tree_attr": 467,
}  # fmt: skip
"""Calls that have one number everywhere."""
_TABLES: dict[str, tuple[int, dict[str, int]]] = {
    "x86_64": (0xC000003E, {
        **_YOUNG, "open": 2, "ioctl": 16, "socket": 41, "socketpair": 53, "clone": 56, "mkdir": 83, "creat": 85,
        "chmod": 90, "fchmod": 91, "ptrace": 101, "syslog": 103, "mknod": 133, "uselib": 134, "personality": 135,
        "vhangup": 153, "modify_ldt": 154, "pivot_root": 155, "chroot": 161, "acct": 163, "settimeofday": 164,
        "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169, "sethostname": 170,
        "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175, "delete_module": 176, "quotactl": 179,
        "lookup_dcookie": 212, "clock_settime": 227, "kexec_load": 246, "add_key": 248, "request_key": 249,
        "keyctl": 250, "migrate_pages": 256, "openat": 257, "mkdirat": 258, "mknodat": 259, "fchmodat": 268,
        "unshare": 272, "move_pages": 279, "perf_event_open": 298, "fanotify_init": 300, "name_to_handle_at": 303,
        "open_by_handle_at": 304, "setns": 308, "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312,
        "finit_module": 313, "memfd_create": 319, "kexec_file_load": 320, "bpf": 321, "execveat": 322,
        "userfaultfd": 323,
    }),
    "aarch64": (0xC00000B7, {
        **_YOUNG, "lookup_dcookie": 18, "ioctl": 29, "mknodat": 33, "mkdirat": 34, "umount2": 39, "mount": 40,
        "pivot_root": 41, "chroot": 51, "fchmod": 52, "fchmodat": 53, "openat": 56, "vhangup": 58, "quotactl": 60,
        "acct": 89, "personality": 92, "unshare": 97, "kexec_load": 104, "init_module": 105, "delete_module": 106,
        "clock_settime": 112, "syslog": 116, "ptrace": 117, "reboot": 142, "sethostname": 161, "setdomainname": 162,
        "settimeofday": 170, "socket": 198, "socketpair": 199, "add_key": 217, "request_key": 218, "keyctl": 219,
        "clone": 220, "swapon": 224, "swapoff": 225, "migrate_pages": 238, "move_pages": 239, "perf_event_open": 241,
        "fanotify_init": 262, "name_to_handle_at": 264, "open_by_handle_at": 265, "setns": 268,
        "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "finit_module": 273, "memfd_create": 279,
        "bpf": 280, "execveat": 281, "userfaultfd": 282, "kexec_file_load": 294,
    }),
}  # fmt: skip

_ABSENT = ("clone3", "openat2", "fchmodat2", "io_uring_setup", "io_uring_enter", "io_uring_register")
"""Programs that find these missing use the older ones, which can be looked at."""
_LOOKED_AT = {
    "clone": (0, _NAMESPACES), "chmod": (1, _SET_ID), "fchmod": (1, _SET_ID), "fchmodat": (2, _SET_ID),
    "mkdir": (1, _SET_ID), "mkdirat": (2, _SET_ID), "mknod": (1, _SET_ID), "mknodat": (2, _SET_ID),
    "creat": (1, _SET_ID), "open": (2, _SET_ID), "openat": (3, _SET_ID),
}  # fmt: skip
"""Call → the number of an argument, and the bits that must not be in it."""
_OWN_RULES = ("socket", "socketpair", "ioctl")

Step = tuple[int, int, int, int]


def known(machine: str = "") -> bool:
    """Whether there is a filter for this kind of machine."""
    return (machine or platform.machine()) in _TABLES


def program(machine: str = "") -> bytes:
    """The filter for a kind of machine, this one unless another is named. Raises KeyError for one nobody knows."""
    arch, table = _TABLES[machine or platform.machine()]
    steps = chain(_entered(arch), _absent(table), _masked(table), _sockets(table), _denied(table), [_end(_ALLOW)])
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _entered(arch: int) -> Iterator[Step]:
    yield _load(_ARCH)
    yield (_JUMP_EQ, 1, 0, arch)
    yield _end(_KILL)
    yield _load(_NUMBER)
    yield (_JUMP_SET, 0, 1, _X32)
    yield _end(_KILL)


def _absent(table: dict[str, int]) -> Iterator[Step]:
    for name in _ABSENT:
        yield from ((_JUMP_EQ, 0, 1, table[name]), _end(_ERRNO | _ENOSYS))


def _masked(table: dict[str, int]) -> Iterator[Step]:
    for name, (argument, bits) in _LOOKED_AT.items():
        if name in table:
            checks = [_load(_argument(argument)), (_JUMP_SET, 0, 1, bits), _end(_ERRNO | _EPERM), _end(_ALLOW)]
            yield (_JUMP_EQ, 0, len(checks), table[name])
            yield from checks


def _sockets(table: dict[str, int]) -> Iterator[Step]:
    families = [(_JUMP_EQ, len(_FAMILIES) - at, 0, one) for at, one in enumerate(_FAMILIES)]
    kinds = [_load(_argument(1)), (_AND, 0, 0, 0xF), (_JUMP_EQ, 0, 1, _RAW), _end(_ERRNO | _EPERM), _end(_ALLOW)]
    checks = [_load(_argument(0)), *families, _end(_ERRNO | _NO_FAMILY), *kinds]
    yield from ((_JUMP_EQ, 0, len(checks), table["socket"]), *checks)
    pair = [_load(_argument(0)), (_JUMP_EQ, 1, 0, _FAMILIES[0]), _end(_ERRNO | _NO_FAMILY), _end(_ALLOW)]
    yield from ((_JUMP_EQ, 0, len(pair), table["socketpair"]), *pair)
    typed = [_load(_argument(1)), (_JUMP_EQ, 1, 0, _INJECT), (_JUMP_EQ, 0, 1, _PASTE), _end(_ERRNO | _EPERM)]
    yield from ((_JUMP_EQ, 0, len(typed) + 1, table["ioctl"]), *typed, _end(_ALLOW))


def _denied(table: dict[str, int]) -> Iterator[Step]:
    looked_at = {*_ABSENT, *_LOOKED_AT, *_OWN_RULES}
    numbers = sorted(number for name, number in table.items() if name not in looked_at)
    for at, number in enumerate(numbers):
        yield (_JUMP_EQ, len(numbers) - at, 0, number)
    yield _end(_ALLOW)
    yield _end(_ERRNO | _EPERM)


def _load(offset: int) -> Step:
    return (_LOAD, 0, 0, offset)


def _end(verdict: int) -> Step:
    return (_RETURN, 0, 0, verdict)


def _argument(number: int) -> int:
    """Where the lower half of an argument stands; both machines keep it first."""
    return 16 + 8 * number
