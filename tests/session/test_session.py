"""A session from its opening to its end, in a real house."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.check.house import House, skill_md
from tests.session.room import DUAL, Room, Spy, external, heard, script

from sealskill.errors import CannotRecord
from sealskill.model.decision import Ruling
from sealskill.model.event import Happening
from sealskill.model.tool import Why


def house(base: Path) -> House:
    return House(base, {"work/notes.txt": "one\ntwo\n", "work/skills/pdf/SKILL.md": skill_md("pdf", body="Read it.")})


def test_a_file_is_read_and_both_the_decision_and_the_outcome_are_recorded(tmp_path: Path) -> None:
    room = Room(house(tmp_path))

    async def story() -> None:
        async with room.open() as session:
            result = await session.call("read", {"path": "notes.txt"})
            assert (result.ok, result.value["text"], result.origin) == (True, "one\ntwo", "tool:read")
            assert heard(session) == [Happening.STARTED, Happening.FINISHED]

    asyncio.run(story())
    assert [one.action for one in room.audit.records] == [
        "session.opened", "call.decided", "call.ended", "session.closed",
    ]  # fmt: skip
    assert {one.actor for one in room.audit.records} == {"bob"}


def test_a_write_is_asked_for_and_not_done_where_it_is_refused(tmp_path: Path) -> None:
    room = Room(house(tmp_path))

    async def story() -> None:
        async with room.open("rejected", "approved") as session:
            no = await session.call("write", {"path": "new.txt", "content": "x"})
            assert (no.outcome.why, no.decision.ruling, no.ok) == (Why.REFUSED, Ruling.CONFIRM, False)
            assert not (room.house.work / "new.txt").exists()
            yes = await session.call("write", {"path": "new.txt", "content": "x"})
            assert yes.ok
            assert (room.house.work / "new.txt").read_text() == "x"
            assert [one.bound.arguments["path"] for one in room.people.asked] == ["new.txt"] * 2

    asyncio.run(story())


def test_nothing_runs_that_cannot_be_recorded(tmp_path: Path) -> None:
    room = Room(house(tmp_path))
    spy = Spy()

    async def story() -> None:
        session = room.open()
        session.register(spy.tool)
        room.audit.full = lambda record: record.action == "call.decided"
        with pytest.raises(CannotRecord):
            await session.call("spy")
        assert spy.calls == []
        assert heard(session)[-1] is Happening.DENIED

    asyncio.run(story())


def test_a_tool_of_a_skill_is_called_by_its_own_name_and_its_result_comes_back_verbatim(tmp_path: Path) -> None:
    place = house(tmp_path)
    script(place, "adder", 'cat; echo "line one" >&2', schema={"properties": {"a": {"type": "integer", "default": 2}}})
    room = Room(place, environ=external(place))

    async def story() -> None:
        async with room.open("approved", persona=DUAL, unsafe_unconfined=True) as session:
            result = await session.call("adder", {})
            assert (result.value, result.origin, result.outcome.layers) == ({"a": 2}, "skill:adder", ("unconfined",))
            assert result.content == '{"a": 2}'
            lines = [one for one in session.timeline.events if one.what is Happening.LINE]
            assert [(one.text, one.call) for one in lines] == [("line one", result.call)]
            assert all(one.data["unsafe_unconfined"] for one in session.timeline.events)

    asyncio.run(story())


def test_without_a_boundary_nothing_is_run_and_nobody_is_asked(tmp_path: Path) -> None:
    place = house(tmp_path)
    script(place, "adder", f"touch {tmp_path}/ran; cat")
    room = Room(place, environ=external(place))

    async def story() -> None:
        async with room.open("approved", persona=DUAL) as session:
            result = await session.call("adder", {})
            assert result.outcome.why is Why.REFUSED
            assert "no boundary" in result.outcome.error
            assert "--unsafe-unconfined" in result.outcome.advice
            assert room.people.asked == []

    asyncio.run(story())
    assert not (tmp_path / "ran").exists()
