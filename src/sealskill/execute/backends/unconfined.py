"""No boundary: what a command may do is what the user may do, with a clean environment and lower limits.

It leads a session of its own, and its whole group ends with it. What leaves its group outlives it: only a boundary
ends that. The caller owes a person who said that it may run so.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

from sealskill.errors import CannotRun
from sealskill.execute.backend import Backend, Ended, Process
from sealskill.model.plan import Boundary, Bounds, Plan


class Group(Process):
    """A process and its group."""

    def __init__(self, plan: Plan) -> None:
        self._popen = _started(plan)
        _lower(self._popen.pid, plan.bounds)
        pipes = [one for one in (self._popen.stdin, self._popen.stdout, self._popen.stderr) if one is not None]
        self.stdin, self.stdout, self.stderr = pipes
        self._gone, self._last = asyncio.Event(), Ended()
        threading.Thread(target=self._watch, args=(asyncio.get_running_loop(),), daemon=True).start()

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Wait for the end without taking the dead away: its number stays its own until its group is gone."""
        if hasattr(os, "waitid"):
            found = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOWAIT)
            assert found is not None  # noqa: S101  nobody asked not to wait
            self._last = _told(found.si_status if found.si_code == os.CLD_EXITED else -found.si_status)
        else:
            self._last = _told(self._popen.wait())
        with suppress(RuntimeError):  # the loop is closed: whoever waited is gone, too
            loop.call_soon_threadsafe(self._gone.set)

    async def ended(self) -> Ended:
        """Wait for its end."""
        await self._gone.wait()
        return self._last

    def ask(self) -> bool:
        """Ask the group to end."""
        self._signal(signal.SIGTERM)
        return True

    def kill(self) -> None:
        """End the group."""
        self._signal(signal.SIGKILL)

    async def release(self) -> None:
        """Take the leader off the table of processes."""
        await asyncio.to_thread(self._popen.wait)

    def _signal(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, number)


class Unconfined(Backend):
    """Runs a plan with all rights of the user. Its mounts are where they are, and its egress is all there is."""

    boundary = Boundary.UNCONFINED

    def missing(self) -> CannotRun | None:
        """Nothing is missing but on Windows."""
        if sys.platform == "win32":
            return CannotRun("nothing is run on Windows", advice="run it in a Linux machine")
        return None

    def _start(self, plan: Plan) -> Process:
        if plan.needs:
            raise CannotRun(f"without a boundary there is no {plan.needs[0]}")
        return Group(plan)


def _told(code: int) -> Ended:
    return Ended(exit=code) if code >= 0 else Ended(signal=-code)


def _started(plan: Plan) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(plan.argv), cwd=plan.cwd, env=dict(plan.env), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, start_new_session=True, umask=0o077, bufsize=0,
        )  # fmt: skip
    except (OSError, ValueError) as exc:
        said = exc.strerror if isinstance(exc, OSError) else str(exc)
        raise CannotRun(f"{plan.argv[0]} cannot be started: {said}") from exc


def _lower(pid: int, bounds: Bounds) -> None:
    """Lower the limits of a process that just started. Between a fork and its exec no Python of ours may run: another
    thread may hold a lock there. What slips through this moment is no worse than what has no boundary anyway."""
    import resource  # late: there is none on Windows

    if not hasattr(resource, "prlimit"):
        return
    limits = {resource.RLIMIT_CORE: 0, resource.RLIMIT_FSIZE: bounds.file_bytes, resource.RLIMIT_DATA: bounds.memory}
    limits[resource.RLIMIT_NOFILE] = bounds.open_files
    if bounds.cpu_seconds is not None:
        limits[resource.RLIMIT_CPU] = bounds.cpu_seconds
    for kind, most in limits.items():
        with suppress(OSError, ValueError):  # it ended already, or stands lower
            resource.prlimit(pid, kind, (most, most))


BACKEND = Unconfined()
