"""A session that asks, over the real database: what waits, who answers elsewhere, and what goes on once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.approve.ground import HASHER, SECRET, granting
from tests.session.ground import good

from sealskill import Runtime
from sealskill.errors import NotFound
from sealskill.model.call import Touches
from sealskill.model.change import State
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Answer, Ending
from sealskill.model.result import Result
from sealskill.model.tool import Tool, Why
from sealskill.model.tools import KnownTool, Tier

NOTE = {"path": "notes.txt", "content": "hello"}


@pytest.fixture
def runtime(tmp_path: Path) -> Runtime:
    (tmp_path / "work").mkdir()
    environ = {"HOME": str(tmp_path), "SEALSKILL_HOME": str(tmp_path / "state"), "PATH": "/usr/bin:/bin"}
    made = Runtime.load(workspace=tmp_path / "work", environ=environ, home=tmp_path, roots=[tmp_path / "work"])
    made.counter.people._hasher = HASHER
    return made


def calls(runtime: Runtime, approver: Any, *between: Callable[[Result], None]) -> list[Result]:
    """The same call again and again in one session, with something done after each."""

    async def run() -> list[Result]:
        found = []
        async with runtime.session(approver=approver, principal="ann") as session:
            for act in (*between, None):
                found.append(await session.call("write", NOTE))
                if act is not None:
                    act(found[-1])
        return found

    return asyncio.run(run())


def test_a_call_waits_is_approved_elsewhere_and_runs_once(runtime: Runtime) -> None:
    people, changes = runtime.counter.people, runtime.counter.changes
    people.add("bob", SECRET)
    file = Path(runtime.settings.workspace) / "notes.txt"
    there: list[bool] = []

    def approve(result: Result) -> None:
        assert result.answer is not None
        changes.approve(result.answer.change, people.login("bob", SECRET))
        there.append(file.exists())

    def remove(result: Result) -> None:
        there.append(file.exists())
        file.unlink()

    first, second, third = calls(runtime, "queue", approve, remove)
    assert first.answer is not None
    assert (first.ok, first.answer.ending) == (False, Ending.WAITING)
    assert f"sealskill approvals approve {first.answer.change}" in first.outcome.advice
    assert second.ok, second.outcome
    assert third.answer is not None
    assert (third.ok, third.answer.ending) == (False, Ending.WAITING)
    assert there == [False, True]
    assert not file.exists()
    assert changes.find(first.answer.change).state is State.APPLIED


def test_a_no_elsewhere_runs_nothing(runtime: Runtime) -> None:
    runtime.counter.people.add("bob", SECRET)

    def reject(result: Result) -> None:
        assert result.answer is not None
        runtime.counter.changes.reject(result.answer.change, "bob", "no")

    first, second = calls(runtime, "queue", reject)
    assert [first.ok, second.ok] == [False, False]


@pytest.mark.parametrize("approver", [None, "nobody", "queue", "terminal"])
def test_without_anybody_registered_nothing_that_asks_runs(runtime: Runtime, approver: str | None) -> None:
    [result] = calls(runtime, approver)
    assert result.answer is not None
    assert (result.ok, result.answer.ending) == (False, Ending.NOBODY)
    assert not (Path(runtime.settings.workspace) / "notes.txt").exists()


def test_a_host_confirms_and_the_record_says_so(runtime: Runtime) -> None:
    [result] = calls(runtime, lambda asked: Answer(ending=Ending.APPROVED, by=("bob", "cid")))
    assert result.ok
    assert result.answer is not None
    assert result.answer.by == ("ann (the host)",)
    assert runtime.counter.changes.find(result.answer.change).state is State.APPLIED


def test_a_session_is_taken_up_again_after_a_restart_and_goes_on_once(runtime: Runtime) -> None:
    people = runtime.counter.people
    people.add("bob", SECRET)
    [first] = calls(runtime, "queue")
    assert first.answer is not None
    session = runtime.counter.changes.find(first.answer.change).question.bound.session
    assert session in first.answer.advice
    runtime.counter.changes.approve(first.answer.change, people.login("bob", SECRET))

    def again(**asked: Any) -> Result:
        with runtime.session(approver="queue", resume=session, **asked).sync() as one:
            return one.call("write", NOTE)

    for name in ("eve", ""):
        with pytest.raises(NotFound):
            again(principal=name)
    with pytest.raises(NotFound), runtime.session(approver="queue", resume="0" * 16, principal="ann").sync():
        pass
    assert again(principal="ann").ok
    with pytest.raises(NotFound):
        again(principal="ann")


def test_a_slip_of_one_session_is_good_in_no_other(runtime: Runtime) -> None:
    people = runtime.counter.people
    people.add("bob", SECRET)
    [first] = calls(runtime, "queue")
    assert first.answer is not None
    runtime.counter.changes.approve(first.answer.change, people.login("bob", SECRET))
    [other] = calls(runtime, "queue")
    assert not other.ok


def test_revoking_ends_the_calls_that_lean_on_it_and_no_other(runtime: Runtime) -> None:
    changes = runtime.counter.changes
    for name in ("one", "two"):
        folder = Path(runtime.settings.workspace) / name
        folder.mkdir()
        (folder / "SKILL.md").write_text(good(name))
    runtime.refresh()
    seals = {one.skill.key: one.seal or "" for one in runtime.inventory.ready}
    asked = [granting({"skill": key, "seal": seal, "env": ["TOKEN"]}, seal=seal) for key, seal in sorted(seals.items())]
    given = [changes.approve(changes.put(one).id, None) for one in asked]

    async def run() -> list[Result]:
        began, ends = asyncio.Semaphore(0), asyncio.Event()

        async def waits(arguments: Any, hands: Any) -> str:
            began.release()
            await ends.wait()
            return "done"

        known = KnownTool(name="waits", tier=Tier.ALLOWED, tool_class=ToolClass.SAFE)
        async with runtime.session() as session:
            session.register(
                Tool(known=known, description="Waits.", schema={}, touches=lambda *_: Touches(), run=waits)
            )
            calls = [session.begin("waits", skill=name) for name in ("one", "two")]
            for _ in calls:
                await asyncio.wait_for(began.acquire(), 30)
            changes.revoke(given[0].id, None)
            first = await asyncio.wait_for(calls[0].result(), 30)
            ends.set()
            return [first, await calls[1]]

    first, second = asyncio.run(run())
    assert (first.outcome.why, first.outcome.error) == (Why.CANCELLED, "what was granted to its skill was revoked")
    assert second.value == "done"
