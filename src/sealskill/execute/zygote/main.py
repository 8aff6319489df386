"""The loop of the launcher. Its runtime speaks to it over one socket; when that is gone, so is everything.

It has one thread, and lives as long as its runtime: a run dies with the thread that started it. It stands in a mount
namespace of its own, so that what it binds there is seen by nobody else.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import time
from contextlib import suppress
from typing import Any

from sealskill.execute.zygote import kernel
from sealskill.execute.zygote.run import SLOTS, House, Run

_FILES = {
    "closed": "root\n",
    "passwd": "root:x:0:0::/:/usr/sbin/nologin\nskill:x:65534:65534::/work:/bin/sh\n",
    "group": "root:x:0:\nskill:x:65534:\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
}
_CLOSED = "closed"
"""A file that only root may read, where we are root: what a run that is root would read."""
_LATER, _TRIES = 0.01, 200
"""Seconds until the dead are looked for again, and how often at the very end."""
_HANDLES = 5
"""Descriptors of a message: the order, where its end is told, and three streams."""


class Zygote:
    """The runs under way."""

    def __init__(self, orders: socket.socket, stage: str) -> None:
        self._orders, self._runs, self._watch = orders, dict[int, Run](), selectors.DefaultSelector()
        rooted = kernel.mighty()
        if not rooted and os.getuid() == 0:
            raise OSError("it is root without the rights to become somebody else, and would run skills as root")
        kernel.apart(rooted)
        kernel.adopt()
        kernel.scratch(stage, "size=1m,mode=0711")
        for name, text in _FILES.items():
            with open(f"{stage}/{name}", "w") as file:
                file.write(text)
            os.chmod(f"{stage}/{name}", 0o400 if name == _CLOSED else 0o444)
        self._house = House(stage, rooted)
        self._woken, wakes = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(wakes)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self._watch.register(orders, selectors.EVENT_READ)
        self._watch.register(self._woken, selectors.EVENT_READ)

    def hello(self) -> dict[str, Any]:
        """What is in force here."""
        return {"rooted": self._house.rooted, "groups": sorted(self._house.groups.homes)}

    def serve(self) -> None:
        """Until the runtime is gone."""
        try:
            while True:
                for key, _ in self._watch.select(_LATER if self._house.dying else None):
                    if key.fileobj is self._orders and not self._take():
                        return
                    if isinstance(key.data, Run):
                        key.data.kill()  # nobody wants it any more
                        self._watch.unregister(key.fileobj)
                self._reap()
                self._house.sweep()
        finally:
            self._finish()

    def _finish(self) -> None:
        """End every run, and wait for the dead: their cgroups stay until they are gone."""
        for run in self._runs.values():
            run.kill()
        for run in list(self._runs.values()):
            with suppress(ChildProcessError):
                os.waitpid(run.pid, 0)
            run.end(None)
        self._orphans()
        for _ in range(_TRIES):
            self._house.sweep()
            if not self._house.dying:
                break
            time.sleep(_LATER)
            with suppress(ChildProcessError):
                os.waitpid(-1, os.WNOHANG)

    def _take(self) -> bool:
        data, given, _, _ = socket.recv_fds(self._orders, 64, _HANDLES)
        if not data:
            return False
        for one in given:
            os.set_inheritable(one, False)
        if len(given) != _HANDLES:
            for one in given:
                os.close(one)
            return True
        with os.fdopen(given[0], "rb") as file:
            asked = json.loads(file.read())
        self._begin(asked, socket.socket(fileno=given[1]), given[2:])
        return True

    def _begin(self, asked: dict[str, Any], talk: socket.socket, given: list[int]) -> None:
        taken = {run.slot for run in self._runs.values()}
        run = Run(self._house, next(one for one in range(1, SLOTS) if one not in taken), talk, given)
        self._house.running = len(self._runs)
        try:
            run.start(asked)
        except (OSError, KeyError, ValueError) as exc:
            run.kill()
            run.end(None, getattr(exc, "strerror", None) or str(exc) or type(exc).__name__)
            return
        self._runs[run.pid] = run
        self._watch.register(talk, selectors.EVENT_READ, run)

    def _reap(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._woken, 4_096):
                pass
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            run = self._runs.pop(pid, None)
            if run is not None:
                with suppress(KeyError, ValueError):
                    self._watch.unregister(run.talk)
                self._orphans()
                run.end(status)

    def _orphans(self) -> None:
        """Kill what was left to us: a child of ours that is no run lost the one that watched it."""
        with suppress(OSError), open(f"/proc/self/task/{os.getpid()}/children") as file:
            for pid in map(int, file.read().split()):
                if pid not in self._runs:
                    with suppress(OSError):
                        os.kill(pid, signal.SIGKILL)


def serve(handle: int, stage: str) -> None:
    """The whole life of a launcher."""
    orders = socket.socket(fileno=handle)
    try:
        zygote = Zygote(orders, stage)
    except OSError as exc:
        orders.send(json.dumps({"fault": exc.strerror or str(exc)}).encode())
        return
    orders.send(json.dumps(zygote.hello()).encode())
    try:
        zygote.serve()
    finally:
        with suppress(OSError):
            kernel.unmount(stage)
        with suppress(OSError):
            os.rmdir(stage)
