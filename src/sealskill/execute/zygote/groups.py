"""The cgroups of a run: where this machine lets us make any, found out by making one and putting a process into it."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress

from sealskill.execute.zygote.kernel import put

COUNTED = ("memory", "pids")
_TRIES, _PAUSE = 100, 0.002
"""A cgroup stays until its dead are gone: tries to take away the one we only tried, and seconds between them."""


class Groups:
    """Where cgroups are made."""

    def __init__(self) -> None:
        self.version, self.homes = _found()
        self._number = 0
        for one in _abandoned(self.homes):
            remove([one])

    def make(self, memory: int, pids: int) -> list[str]:
        """The cgroups of one run. Raises OSError."""
        self._number += 1
        return _made(self.version, self.homes, f"sealskill-{os.getpid()}-{self._number}", memory, pids)


def enter(groups: list[str], pid: int) -> None:
    """Put a process into them. Raises OSError."""
    for one in groups:
        put(f"{one}/cgroup.procs", str(pid))


def kill(groups: list[str]) -> None:
    """Kill whatever stands in them."""
    for one in groups:
        with suppress(OSError), open(f"{one}/cgroup.procs") as file:
            for pid in file.read().split():
                with suppress(OSError):
                    os.kill(int(pid), signal.SIGKILL)


def remove(groups: list[str]) -> list[str]:
    """Take them away; those in which the dead still stand are given back, for later."""
    left = []
    for one in groups:
        try:
            os.rmdir(one)
        except FileNotFoundError:
            continue
        except OSError:
            kill([one])
            left.append(one)
    return left


def hit(groups: list[str]) -> str:
    """The limit that ended something in them; "" for none."""
    for one in groups:
        for name in ("memory.oom_control", "memory.events"):
            with suppress(OSError), open(f"{one}/{name}") as file:
                if any(line.startswith("oom_kill ") and line.split()[1] != "0" for line in file):
                    return "memory"
    return ""


def _found() -> tuple[int, dict[str, str]]:
    """The version of the tree, and the folder in which each controller takes a cgroup of ours."""
    homes = dict(_places())
    if "" in homes:
        for home in dict.fromkeys((homes[""], os.path.dirname(homes[""]))):
            if _works(2, dict.fromkeys(COUNTED, home)):
                return 2, dict.fromkeys(COUNTED, home)
    old = {one: homes[one] for one in COUNTED if one in homes}
    return 1, {one: home for one, home in old.items() if _works(1, {one: home})}


def _abandoned(homes: dict[str, str]) -> list[str]:
    """Cgroups of launchers that are no more: one that was killed could not take them away."""
    found = []
    for home in dict.fromkeys(homes.values()):
        for name in os.listdir(home):
            words = name.split("-")
            if words[0] == "sealskill" and len(words) == 3 and not os.path.exists(f"/proc/{words[1]}"):
                found.append(f"{home}/{name}")
    return found


def _works(version: int, homes: dict[str, str]) -> bool:
    try:
        made = _made(version, homes, f"sealskill-{os.getpid()}-probe", 1 << 26, 8)
    except OSError:
        return False
    pid = os.fork()
    if pid == 0:
        signal.pause()
        os._exit(0)
    try:
        enter(made, pid)
        with open(f"/proc/{pid}/cgroup") as file:
            inside = file.read().count(f"sealskill-{os.getpid()}-probe")
        if inside < len(made):
            return False
    except OSError:
        return False
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        for _ in range(_TRIES):
            if not remove(made):
                break
            time.sleep(_PAUSE)
    return True


def _made(version: int, homes: dict[str, str], name: str, memory: int, pids: int) -> list[str]:
    made: list[str] = []
    try:
        for home in dict.fromkeys(homes.values()):
            os.mkdir(f"{home}/{name}", 0o700)
            made.append(f"{home}/{name}")
        if "pids" in homes:
            put(f"{homes['pids']}/{name}/pids.max", str(pids))
        if "memory" in homes:
            _limit(version, f"{homes['memory']}/{name}", memory)
    except OSError:
        remove(made)
        raise
    return made


def _limit(version: int, group: str, memory: int) -> None:
    first, swap = (
        ("memory.max", "memory.swap.max") if version == 2 else ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
    )
    put(f"{group}/{first}", str(memory))
    with suppress(OSError):  # a kernel that does not count swap
        put(f"{group}/{swap}", "0" if version == 2 else str(memory))


def _places() -> list[tuple[str, str]]:
    """Controller → the folder of our own cgroup of it; "" is the one tree of version 2."""
    mounts = {}
    with open("/proc/self/mountinfo") as file:
        for line in file:
            left, _, right = line.partition(" - ")
            kind, _, options = right.split(" ", 2)
            if kind in ("cgroup", "cgroup2"):
                names = [""] if kind == "cgroup2" else options.strip().split(",")
                mounts.update({name: (left.split()[4], left.split()[3]) for name in names})
    with open("/proc/self/cgroup") as file:
        lines = [line.strip().split(":", 2) for line in file]
    return [
        (name, _below(*mounts[name], path)) for _, names, path in lines for name in names.split(",") if name in mounts
    ]


def _below(top: str, root: str, path: str) -> str:
    inner = path[len(root) :] if root != "/" and path.startswith(root) else path
    return os.path.normpath(f"{top}/{inner}")
