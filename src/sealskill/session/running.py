"""A command of a session: with its environment and a scratch folder, told line by line, ended with its session."""

from __future__ import annotations

import asyncio
import shutil
import tempfile

from sealskill.errors import CannotRun
from sealskill.execute.backend import Done, Told, unheard
from sealskill.execute.backends.unconfined import BACKEND
from sealskill.model.call import Call
from sealskill.model.event import Happening
from sealskill.model.plan import Boundary, Bounds, Plan
from sealskill.model.tool import Outcome, Running, Why
from sealskill.session import environs
from sealskill.session.desk import Desk
from sealskill.session.threads import away
from sealskill.session.touching import NO_BOUNDARY, UNCONFINED, Wanted

OUTPUT = 1_000_000
"""Bytes of the output of a command that are kept: far more than a model reads."""
_DATA, _FILE = 4 << 30, 1 << 30
"""Bytes of memory and of one file, for what has no boundary anyway."""
_FAILED = {
    Why.TIMEOUT: "it did not end in time and was ended",
    Why.CAP: "it wrote more than is taken, and was ended",
}


class Run:
    """One command under way, and the folder it works in."""

    def __init__(self, desk: Desk, call: Call, plan: Plan, scratch: str) -> None:
        """Start it: `begun` does. Raises CannotRun where it cannot."""
        self.heard: Told = unheard
        self.scratch = scratch
        self.child = BACKEND.start(plan, self._telling(desk, call, result=plan.whole), desk.redactor.stream)

    @classmethod
    async def begun(
        cls, desk: Desk, wanted: Wanted, what: Running, *, whole: int = 0, stays: bool = False
    ) -> Run:  # fmt: skip
        """Start a command. `whole` is the cap of an output that is worth nothing in part; with `stays` its input is
        kept open. Raises CannotRun where it may not run, or cannot, and HostError where a secret is not in its place.
        """
        if not desk.unsafe_unconfined:
            raise CannotRun(NO_BOUNDARY, advice=UNCONFINED)
        scratch = tempfile.mkdtemp(prefix="sealskill-")
        try:
            # On a thread: a command has its time to tell a secret, and a keyring may ask its owner first.
            env = await away(environs.filled, desk, wanted.call, wanted.handed, scratch)
            bounds = Bounds(wall=what.timeout, stdout=whole or OUTPUT, memory=_DATA, file_bytes=_FILE, open_files=1_024)
            plan = Plan(
                argv=what.argv, cwd=what.cwd or scratch, env={**env, **what.env}, whole=bool(whole), bounds=bounds,
                needs=(), boundary=Boundary.UNCONFINED, stdin=None if stays else what.stdin.encode(),
            )  # fmt: skip
            return cls(desk, wanted.call, plan, scratch)
        except BaseException:
            shutil.rmtree(scratch, ignore_errors=True)
            raise

    def _telling(self, desk: Desk, call: Call, *, result: bool) -> Told:
        """`result` says that standard output is the result, and no line of it is told."""

        def told(stream: str, line: str) -> None:
            if result and stream == "stdout":
                return
            data = {"stream": stream}
            event = desk.timeline.tell(Happening.LINE, line, call=call.id, tool=call.tool, skill=call.skill, data=data)
            self.heard(stream, event.text)  # without its secrets

        return told

    async def done(self) -> Done:
        """Wait for its end. Whoever cancels this ends it."""
        try:
            return await self.child.done()
        finally:
            await asyncio.shield(self.end())

    async def end(self) -> None:
        """End it, and take its folder away."""
        await self.child.end()
        await away(self._sweep)

    def _sweep(self) -> None:
        shutil.rmtree(self.scratch, ignore_errors=True)


def outcome(done: Done) -> Outcome:
    """How a command ended, for a tool."""
    return Outcome(
        why=done.why,
        error=failure(done),
        exit=done.exit,
        signal=done.signal,
        stdout=done.stdout.decode("utf-8", "replace"),
        stderr=done.stderr.decode("utf-8", "replace"),
        truncated=done.truncated,
        seconds=done.seconds,
        layers=done.layers,
    )


def failure(done: Done) -> str:
    """What went wrong, in words; "" where nothing did."""
    if done.why is Why.OK:
        return ""
    if done.why in _FAILED:
        return _FAILED[done.why]
    return f"it ended with exit {done.exit}" if done.signal is None else f"signal {done.signal} ended it"
