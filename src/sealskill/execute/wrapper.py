"""A plan in the words of bubblewrap, and why it is told what it is told.

- It is started by nobody with rights, and without an environment: inside, /proc/1/environ is its own.
- Its arguments come by descriptor: inside, /proc/1/cmdline shows them.
- Its own root, /dev and what is in them become read-only at the end: they could be written and executed.
- Whether the program ran at all is told by descriptor: an exit code alone does not say.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

from sealskill.errors import CannotRun
from sealskill.execute import seccomp
from sealskill.execute.backend import Process
from sealskill.execute.egress_ways import ways
from sealskill.execute.launcher import Launched, Mounted, Order, launcher
from sealskill.model.plan import Plan

PROGRAM = "bwrap"
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32")
_SETTINGS = (
    "/etc/alternatives", "/etc/ld.so.cache", "/etc/localtime", "/etc/mime.types", "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
)  # fmt: skip
"""What programs look for and nobody keeps a secret in."""
_FOUND = ("passwd", "group", "nsswitch.conf")
_FIXED = "--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --clearenv".split()
_WHO = "--uid 65534 --gid 65534 --hostname skill".split()

Word = str | tuple[str, str]


def launched(plan: Plan, layers: tuple[str, ...], more: tuple[Word, ...] = ()) -> Process:
    """Start a plan, with the layers somebody proved; `more` are further words. Raises CannotRun."""
    if any("\0" in one for one in (*plan.argv, plan.cwd, *plan.env, *plan.env.values())):
        raise CannotRun("a command cannot hold a zero byte")
    return Launched(order(plan, more), launcher(), layers)


def order(plan: Plan, more: tuple[Word, ...] = ()) -> Order:
    """What the launcher is asked to do for a plan. Raises CannotRun where bubblewrap is not there."""
    wrapper = shutil.which(PROGRAM, path="/usr/bin:/bin:/usr/local/bin")
    if wrapper is None:
        raise CannotRun("bubblewrap is not installed", advice="sudo apt install bubblewrap")
    if not seccomp.known():
        raise CannotRun(f"there is no filter of system calls for {os.uname().machine}")
    bounds, found = plan.bounds, ways(plan.egress)
    limits = {"FSIZE": bounds.file_bytes, "NOFILE": bounds.open_files}
    if bounds.cpu_seconds is not None:
        limits["CPU"] = bounds.cpu_seconds
    return Order(
        wrapper=wrapper, words=(*_words(plan, more),), argv=plan.argv, scratch=bounds.scratch, memory=bounds.memory,
        mounts=tuple(Mounted(source=one.source, write=one.write, exec=one.exec) for one in plan.mounts),
        pids=bounds.pids, limits=limits, filter=seccomp.program(),
        doors=found.doors if plan.egress else (), hosts=found.hosts,
    )  # fmt: skip


def _words(plan: Plan, more: tuple[Word, ...]) -> Iterator[Word]:
    """The arguments of bubblewrap, in the order in which it does them."""
    yield from (*_FIXED, *_WHO)
    if plan.egress:  # the launcher has made one already, in which the broker listens
        yield "--share-net"
    yield from _machine()
    yield from ("--proc", "/proc", "--dev", "/dev", "--bind", ("scratch", "shm"), "/dev/shm")  # noqa: S108  its own
    for name in ("work", "tmp"):
        yield from ("--bind", ("scratch", name), f"/{name}")
    for name in _FOUND:
        yield from ("--ro-bind", ("file", name), f"/etc/{name}")
    yield from ("--ro-bind", ("scratch", "hosts"), "/etc/hosts")
    for number, mount in _outside_in(plan):
        if number is None:
            yield from ("--ro-bind", ("scratch", "empty"), mount)
        else:
            yield from ("--bind" if plan.mounts[number].write else "--ro-bind", ("mount", str(number)), mount)
    yield from more
    for name, value in {**plan.env, **(ways(plan.egress).env if plan.egress else {})}.items():
        yield from ("--setenv", name, value)
    yield from ("--chdir", plan.cwd, "--remount-ro", "/", "--remount-ro", "/dev")
    yield from ("--json-status-fd", ("status", ""))


def _outside_in(plan: Plan) -> list[tuple[int | None, str]]:
    """What is mounted where, the outermost first: at one place what is hidden gives way to what is mounted for it."""
    hidden: list[tuple[int | None, str]] = [(None, path) for path in plan.hidden]
    mounts: list[tuple[int | None, str]] = [(number, one.target) for number, one in enumerate(plan.mounts)]
    return sorted([*hidden, *mounts], key=lambda one: (one[1], one[0] is not None))


def _machine() -> Iterator[str]:
    """The programs and libraries of this machine, read-only."""
    for path in _SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif os.path.isdir(path):
            yield from ("--ro-bind", path, path)
    for path in _SETTINGS:
        if os.path.exists(path):
            yield from ("--ro-bind", os.path.realpath(path), path)
