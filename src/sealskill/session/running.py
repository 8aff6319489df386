"""A command of a session: with its environment and a scratch folder, told line by line, ended with its session."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Mapping

from sealskill.execute import prepare
from sealskill.execute.backend import Backend, Done, Told, unheard
from sealskill.execute.backends import unconfined
from sealskill.execute.backends.bubblewrap import BACKEND
from sealskill.execute.prepare import Asked
from sealskill.model.call import Call
from sealskill.model.event import Happening
from sealskill.model.plan import Boundary, Plan
from sealskill.model.tool import Outcome, Running, Why
from sealskill.session import border, boundaries, environs
from sealskill.session.desk import Desk
from sealskill.session.threads import away
from sealskill.session.touching import Wanted

OUTPUT = 1_000_000
"""Bytes of the output of a command that are kept: far more than a model reads."""
_BACKENDS: dict[Boundary, Backend] = {one.boundary: one for one in (BACKEND, unconfined.BACKEND)}
_FAILED = {
    Why.TIMEOUT: "it did not end in time and was ended",
    Why.CAP: "it wrote more than is taken, and was ended",
}


class Run:
    """One command under way, and the folder it works in."""

    def __init__(self, desk: Desk, wanted: Wanted, plan: Plan, scratch: str) -> None:
        """Start it: `begun` does. Raises CannotRun where it cannot."""
        self.heard: Told = unheard
        self.scratch = scratch
        self.child = _BACKENDS[plan.boundary].start(
            plan, self._telling(desk, wanted.call, result=plan.whole), desk.redactor.stream, border.of(desk, wanted)
        )

    @classmethod
    async def begun(
        cls, desk: Desk, wanted: Wanted, what: Running, *, whole: int = 0, stays: bool = False
    ) -> Run:  # fmt: skip
        """Start a command. `whole` is the cap of an output that is worth nothing in part; with `stays` its input is
        kept open. Raises CannotRun where it may not run, or cannot, and HostError where a secret is not in its place.
        """
        asked = as_asked(what, whole=whole, stays=stays)
        if boundaries.free(desk, wanted.ready):
            return await cls._loose(desk, wanted, asked, what.env)
        # On a thread: a command has its time to tell a secret, and a keyring may ask its owner first.
        env = await away(environs.filled, desk, wanted.call, wanted.handed, prepare.SCRATCH)
        copy = await away(_copied, desk, wanted)
        plan = await away(boundaries.plan, desk, wanted.ready, copy, asked, {**env, **what.env})
        await away(BACKEND.missing)  # found out here, and not where the loop would wait for it
        return cls(desk, wanted, plan, "")

    @classmethod
    async def _loose(cls, desk: Desk, wanted: Wanted, asked: Asked, more: Mapping[str, str]) -> Run:
        scratch = tempfile.mkdtemp(prefix="sealskill-")
        try:
            env = await away(environs.filled, desk, wanted.call, wanted.handed, scratch)
            return cls(desk, wanted, prepare.unconfined(asked, {**env, **more}, scratch), scratch)
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
        if self.scratch:
            shutil.rmtree(self.scratch, ignore_errors=True)


def as_asked(what: Running, *, whole: int = 0, stays: bool = False) -> Asked:
    """A command in the words of a plan."""
    return Asked(
        argv=what.argv, cwd=what.cwd, stdin=None if stays else what.stdin.encode(), wall=what.timeout,
        cap=whole or OUTPUT, whole=bool(whole),
    )  # fmt: skip


def _copied(desk: Desk, wanted: Wanted) -> str:
    """The sealed copy of the skill of a call; "" where it has none."""
    return str(desk.snapshot.sealed_copy(wanted.ready)) if wanted.ready is not None else ""


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
    if done.fault:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        return f"it was not run: {done.fault}{f' ({last})' if last else ''}"
    if done.limit:
        return f"it was ended at its limit of {done.limit}"
    if done.why in _FAILED:
        return _FAILED[done.why]
    return f"it ended with exit {done.exit}" if done.signal is None else f"signal {done.signal} ended it"
