"""One run, from its message to its last word.

1. Bind what the plan names below a folder of this run: by descriptor, with no link followed, never to be executed
   unless the plan says so, and owned by the account of the run where we are root.
2. Make its cgroups, if this machine lets us.
3. Fork; in the child: join them, lower the limits, become the account of the run, and turn into the wrapper.
4. When it has ended, or when nobody wants it any more: kill what is left, take folder and cgroups away, and say how
   it ended.

Whatever of this fails, the run does not happen, and why is said.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
from contextlib import suppress
from typing import Any

from sealskill.execute.zygote import groups, kernel

_FIRST_UID, SLOTS = 0x60000000, 4096
"""Accounts nobody has: each run of each launcher gets one of its own, so that no run can reach another."""
_FOLDERS = ("work", "tmp", "shm", "empty")
_OWN = 3
"""Processes of the wrapper itself."""


class House:
    """What all runs of a launcher share."""

    def __init__(self, stage: str, rooted: bool) -> None:
        self.stage, self.rooted, self.groups = stage, rooted, groups.Groups()
        self.spaces: dict[tuple[int, int, int], int] = {}
        self.running = 0
        self.dying: list[str] = []
        """Cgroups of runs that are over, in which the dead still stand."""

    def sweep(self) -> None:
        """Take away what can be taken away by now."""
        self.dying = groups.remove(self.dying)

    def space(self, owner: tuple[int, int], uid: int) -> int | None:
        """The user namespace that gives an owner's files to an account; None where they are ours anyway."""
        if not self.rooted:
            return None
        if (*owner, uid) not in self.spaces:
            self.spaces[(*owner, uid)] = kernel.mapping(owner, uid)
        return self.spaces[(*owner, uid)]


class Run:
    """One run."""

    def __init__(self, house: House, slot: int, talk: socket.socket, given: list[int]) -> None:
        self.slot, self.talk, self.pid = slot, talk, 0
        self._house, self._given, self._groups = house, given, list[str]()
        self._folder = f"{house.stage}/{slot}"
        self._uid = _FIRST_UID + os.getpid() % 0x8000 * SLOTS + slot if house.rooted else os.getuid()
        self._status, self._tells = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)

    def start(self, asked: dict[str, Any]) -> None:
        """Steps 1 to 3. Raises OSError; the caller still owes `end`."""
        self._prepare(asked["scratch"], asked["hosts"])
        for number, mount in enumerate(asked["mounts"]):
            self._bind(f"{self._folder}/{number}", mount)  # 1
        self._groups = self._house.groups.make(asked["memory"], asked["pids"] + _OWN)  # 2
        words = self._words(asked)
        self.pid = os.fork()  # 3
        if self.pid == 0:
            self._become(asked, words)
        self._let_go()

    def _prepare(self, most: int, hosts: str) -> None:
        os.mkdir(self._folder, 0o711)
        kernel.scratch(self._folder, f"size={most},nr_inodes=65536,mode=0711")
        with open(f"{self._folder}/hosts", "w") as file:
            file.write(hosts)
        os.chmod(f"{self._folder}/hosts", 0o444)
        for name in _FOLDERS:
            os.mkdir(f"{self._folder}/{name}", 0o700)
            if self._house.rooted:
                os.chown(f"{self._folder}/{name}", self._uid, self._uid)

    def _bind(self, target: str, mount: dict[str, Any]) -> None:
        source = -1
        try:
            source = kernel.opened(mount["source"])
            found = os.stat(source)
            space = self._house.space((found.st_uid, found.st_gid), self._uid) if mount["mine"] else None
            kernel.bind(source, target, write=mount["write"], execute=mount["exec"], space=space)
        except OSError as exc:
            raise OSError(exc.errno, f"{mount['source']} cannot be mounted: {exc.strerror}") from exc
        finally:
            if source >= 0:
                os.close(source)

    def _words(self, asked: dict[str, Any]) -> bytes:
        """The arguments of the wrapper. What is no text stands for something only we know."""
        return "\0".join(one if isinstance(one, str) else self._known(*one) for one in asked["words"]).encode(
            "utf-8", "surrogateescape"
        )

    def _known(self, kind: str, name: str) -> str:
        if kind == "status":
            return str(self._tells)
        return f"{self._house.stage if kind == 'file' else self._folder}/{name}"

    def _become(self, asked: dict[str, Any], words: bytes) -> None:
        try:
            os.setsid()
            groups.enter(self._groups, os.getpid())
            for name, most in self._limits(asked).items():
                _lower(getattr(resource, f"RLIMIT_{name}"), most)
            if asked["doors"]:
                # Made inside, and handed to whoever watches: a socket stays where it was made.
                doors = kernel.alone(asked["doors"])
                socket.send_fds(self.talk, [b"doors"], [one.fileno() for one in doors])
            os.umask(0o077)
            os.chdir("/")
            if self._house.rooted:
                os.setgroups([])
                os.setresgid(self._uid, self._uid, self._uid)
                os.setresuid(self._uid, self._uid, self._uid)
            for number, handle in enumerate(self._given):
                os.dup2(handle, number)
            kernel.seclude()
            os.set_inheritable(self._tells, True)
            guard = kernel.in_memory(bytes.fromhex(asked["filter"]))
            handle = kernel.in_memory(words + b"\0--seccomp\0%d" % guard)
            for one in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD):
                signal.signal(one, signal.SIG_DFL)  # Python ignores the first two, and what is ignored is inherited
            # Of the environment nothing is left: inside, it could be read.
            os.execve(asked["wrapper"], [asked["wrapper"], "--args", str(handle), "--", *asked["argv"]], {})  # noqa: S606
        except BaseException as exc:  # noqa: BLE001  a fork of ours must never go on as if it were the launcher
            os.write(2, f"sealskill: {exc}\n".encode())
        finally:
            os._exit(125)

    def _limits(self, asked: dict[str, Any]) -> dict[str, int]:
        """Its limits; where no cgroup counts for the run, weaker ones stand in."""
        limits = {"CORE": 0, **asked["limits"]}
        if "memory" not in self._house.groups.homes:
            limits["DATA"] = asked["memory"]
        if "pids" not in self._house.groups.homes:
            # An account of its own is counted alone; ours is counted over all runs.
            every = 1 if self._house.rooted else self._house.running + 1
            limits["NPROC"] = (asked["pids"] + _OWN) * every
        return limits

    def _let_go(self) -> None:
        for handle in (*self._given, self._tells):
            with suppress(OSError):
                os.close(handle)
        self._given, self._tells = [], -1

    def kill(self) -> None:
        """Kill it and everything it started."""
        if self.pid:
            for act in (os.killpg, os.kill):
                with suppress(OSError):
                    act(self.pid, signal.SIGKILL)
        groups.kill(self._groups)

    def end(self, status: int | None, fault: str = "") -> None:
        """Step 4, after its first process is gone: `status` is how."""
        groups.kill(self._groups)
        limit = groups.hit(self._groups)
        told = {"fault": fault} if fault else {**_ended(status, self._said()), "limit": limit}
        self._let_go()
        with suppress(OSError):
            os.close(self._status)
        with suppress(OSError):
            kernel.unmount(self._folder)
        with suppress(OSError):
            os.rmdir(self._folder)
        self._house.dying += self._groups
        self._house.sweep()
        with suppress(OSError):
            self.talk.send(json.dumps(told).encode())
        self.talk.close()

    def _said(self) -> bytes:
        with suppress(OSError):
            return os.read(self._status, 65_536)
        return b""


def _ended(status: int | None, said: bytes) -> dict[str, Any]:
    """How it ended. The wrapper says so only if the program ran; a signal is told as it would by a shell."""
    if status is not None and os.WIFSIGNALED(status):
        return {"signal": os.WTERMSIG(status)}
    for line in said.splitlines():
        found = json.loads(line) if line.startswith(b"{") else {}
        if "exit-code" in found:
            code = int(found["exit-code"])
            return {"signal": code - 128} if 128 < code <= 128 + signal.NSIG else {"exit": code}
    return {"fault": "the boundary could not be set up"}


def _lower(kind: int, most: int) -> None:
    hard = resource.getrlimit(kind)[1]
    low = most if hard < 0 else min(most, hard)
    resource.setrlimit(kind, (low, low))
