"""Each layer is proven by trying what it should stop, from inside, once for a process.

1. Start the launcher, and run one small program in the boundary, as any plan is run.
2. Read what it could do. What it could do although a layer should stop it is a layer we do not have.
3. Without every layer that counts nothing is run in it, and the one that is missing is named, with what would help.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sealskill.errors import CannotRun
from sealskill.execute.backend import Child, Done, Verbatim, unheard
from sealskill.execute.launcher import launcher
from sealskill.execute.wrapper import launched
from sealskill.model.plan import STRICT, Bounds, Layer, Plan
from sealskill.model.tool import Why
from sealskill.model.value import Value

_TRIES = """
for one in user mnt pid ipc net; do echo "$one $(readlink /proc/self/ns/$one)"; done
cat /etc/closed && echo "opened yes"
while read name value rest; do echo "$name $value"; done < /proc/self/status
cp /bin/sh /tmp/it && /tmp/it -c 'echo executed yes'
chmod u+s /tmp/it && echo "marked yes"
for one in / /dev /etc /usr; do (: > $one/it) && echo "wrote $one"; done
[ -s /proc/1/environ ] && echo "environ seen"
echo "end yes"
"""
_NAMESPACES = {
    "user": Layer.USER_NS, "mnt": Layer.MOUNT_NS, "pid": Layer.PID_NS, "ipc": Layer.IPC_NS, "net": Layer.NET_NS,
}  # fmt: skip
_SWITCHES = {
    "sys/user/max_user_namespaces": ("0", "sudo sysctl -w user.max_user_namespaces=15000"),
    "sys/kernel/unprivileged_userns_clone": ("0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
    "sys/kernel/apparmor_restrict_unprivileged_userns": (
        "1",
        "allow bwrap in AppArmor, or sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    ),
}
"""Files that can forbid user namespaces, and what opens them. A kernel without the file does not forbid it."""


class Found(Value):
    """What holds a run in the boundary, on this machine."""

    layers: tuple[Layer, ...] = ()
    fault: str = ""
    """Why nothing can be run in it; "" where it was proven to hold."""
    advice: str = ""

    @property
    def missing(self) -> CannotRun | None:
        """The same as an error to be raised."""
        return CannotRun(self.fault, advice=self.advice) if self.fault else None


@cache
def bubblewrap() -> Found:
    """What was found by trying."""
    if sys.platform != "linux":
        return Found(fault="bubblewrap is for Linux", advice="use a container, or a .wasm entry")
    try:
        done = _aside()
    except CannotRun as exc:
        return Found(fault=str(exc), advice=exc.advice or namespaces())
    if done.why is not Why.OK:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        why = f"bubblewrap does not run here: {done.fault or done.why}{f' ({said[-1]})' if said else ''}"
        return Found(fault=why, advice=namespaces())
    layers = tuple(_proven(_read(done.stdout)))
    lacking = [one for one in STRICT if one not in layers]
    fault = f"bubblewrap gives no {lacking[0]} here" if lacking else ""
    return Found(layers=(*layers, *_counted()), fault=fault, advice=namespaces() if fault else "")


def namespaces(proc: Path = Path("/proc")) -> str:
    """What would let user namespaces be made; "" where nothing forbids them."""
    if not (proc / "self/ns/user").exists():
        return "a Linux kernel with CONFIG_USER_NS is needed"
    return "; ".join(advice for path, (off, advice) in _SWITCHES.items() if _text(proc / path) == off)


def _aside() -> Done:
    """Try on a thread of its own: whoever asks may stand in an event loop."""
    said: list[Done | CannotRun] = []

    def tried() -> None:
        try:
            said.append(asyncio.run(_tried()))
        except CannotRun as exc:
            said.append(exc)

    thread = threading.Thread(target=tried)
    thread.start()
    thread.join()
    if not said:
        raise CannotRun("bubblewrap could not be tried")
    if isinstance(said[0], CannotRun):
        raise said[0]
    return said[0]


async def _tried() -> Done:
    plan = Plan(argv=("/bin/sh", "-c", _TRIES), cwd="/work", env={"PATH": "/usr/bin:/bin"}, bounds=Bounds(wall=20.0))
    # What only root may read: whoever reads it is root outside, whatever he is called inside.
    closed = ("--ro-bind", ("file", "closed"), "/etc/closed")
    child = Child(plan, launched(plan, (), closed), unheard, Verbatim)
    try:
        return await child.done()
    finally:
        await child.end()


def _read(said: bytes) -> dict[str, str]:
    lines = (line.split(" ", 1) for line in said.decode("utf-8", "replace").splitlines())
    return {name.rstrip(":"): rest[0].strip() if rest else "" for name, *rest in lines}


def _proven(said: dict[str, str]) -> Iterator[Layer]:
    """The layers that held. What was not tried to its end proves nothing."""
    if said.get("end") != "yes" or "environ" in said:
        return
    for name, layer in _NAMESPACES.items():
        if said.get(name, "").startswith(f"{name}:[") and said[name] != os.readlink(f"/proc/self/ns/{name}"):
            yield layer
    if said.get("Seccomp") == "2" and "marked" not in said:
        yield Layer.SECCOMP
    if said.get("NoNewPrivs") == "1":
        yield Layer.NO_NEW_PRIVILEGES
    # Who is root hands every run to another account; who is nobody in particular cannot become root.
    other = "opened" not in said if launcher().said["rooted"] else os.getuid() != 0
    if other and _powerless(said):
        yield Layer.NON_ROOT
    if "executed" not in said and "wrote" not in said:
        yield Layer.NOEXEC


def _powerless(said: dict[str, str]) -> bool:
    return not any(int(said.get(f"Cap{one}", "1"), 16) for one in ("Prm", "Eff", "Bnd", "Amb"))


def _counted() -> Iterator[Layer]:
    """How memory and processes are counted."""
    groups = launcher().said["groups"]
    yield Layer.MEMORY_CGROUP if "memory" in groups else Layer.MEMORY_WEAKER
    yield Layer.PIDS_CGROUP if "pids" in groups else Layer.PIDS_WEAKER


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except OSError:
        return ""
