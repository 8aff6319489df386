"""Sessions as a host opens them: with the real database, audit and people of a house."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, skill_md
from tests.session.ground import bad
from tests.session.room import DUAL, Spy

from sealskill import Runtime
from sealskill.errors import CannotRecord, Conflict, NotFound, UsageError
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Answer, Ending, Question
from sealskill.model.tool import Why

CAPABLE = "metadata: {openclaw: {capabilities: [filesystem]}}"


def house(base: Path) -> Runtime:
    return House(base, {"work/notes.txt": "one\n"}).load(overrides={"skills.allow_bundled": []})


def yes(question: Question) -> Answer:
    return Answer(ending=Ending.APPROVED, by=("whoever I like",))


def test_a_host_confirms_for_its_own_person_and_signs_for_nobody(tmp_path: Path) -> None:
    runtime = house(tmp_path)
    mild, strong = Spy("mild", ToolClass.MUTATING), Spy("strong", ToolClass.DANGEROUS)
    runtime.register(mild.tool)
    runtime.register(strong.tool)
    with runtime.session(persona=DUAL, approver=yes, principal="bob").sync() as session:
        assert session.call("mild").ok
        refused = session.call("strong")
        assert refused.outcome.why is Why.REFUSED
        assert "two people" in refused.outcome.error
    assert (len(mild.calls), len(strong.calls)) == (1, 0)


@pytest.mark.parametrize("answer", [True, "yes", None, Answer(ending=Ending.WAITING)])
def test_what_is_no_answer_is_no_yes(answer: Any, tmp_path: Path) -> None:
    runtime = house(tmp_path)
    spy = Spy("mild", ToolClass.MUTATING)
    runtime.register(spy.tool)
    with runtime.session(approver=lambda question: answer).sync() as session:
        assert session.call("mild").outcome.why is Why.REFUSED
    assert spy.calls == []


def test_nobody_is_asked_unless_somebody_is_named(tmp_path: Path) -> None:
    runtime = house(tmp_path)
    with runtime.session().sync() as session:
        assert "nobody" in session.call("write", {"path": "x", "content": ""}).outcome.error
    with pytest.raises(UsageError, match="mother"):
        runtime.session(approver="mother")


def test_an_approval_is_good_for_one_call(tmp_path: Path) -> None:
    runtime = house(tmp_path)
    asked: list[Question] = []

    def once(question: Question) -> Answer:
        asked.append(question)
        return yes(question) if len(asked) == 1 else Answer(ending=Ending.REJECTED)

    with runtime.session(approver=once).sync() as session:
        assert session.call("write", {"path": "x", "content": "1"}).ok
        assert not session.call("write", {"path": "x", "content": "1"}).ok
    assert (runtime.settings.workspace, len(asked)) == (str(tmp_path / "work"), 2)


def test_a_stop_of_another_process_is_seen_by_every_session_until_it_is_lifted(tmp_path: Path) -> None:
    runtime, other = house(tmp_path), house(tmp_path)
    switch = other.stops
    with runtime.session().sync() as session:
        assert session.call("list_dir").ok
        switch.stop("", "fire", "ann")
        assert "fire" in session.call("list_dir").outcome.error
        assert switch.lift("", "ann")
        assert session.call("list_dir").ok
        session.stop("enough")
        assert "enough" in session.call("list_dir").outcome.error
    assert [(one.session, one.why) for one in switch.all()] == [(session.session.id, "enough")]


def test_where_the_audit_cannot_be_written_no_session_begins(tmp_path: Path) -> None:
    runtime = house(tmp_path)
    place = tmp_path / "home/.sealskill/sealskill.db"
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(b"no database" * 100)
    with pytest.raises(CannotRecord):
        runtime.session()


def test_a_name_of_ours_is_not_registered_again(tmp_path: Path) -> None:
    runtime = house(tmp_path)
    runtime.register(Spy("greet").tool)
    for name in ("read", "greet"):
        with pytest.raises(Conflict):
            runtime.register(Spy(name).tool)


def test_many_calls_of_many_sessions_are_one_chain(tmp_path: Path) -> None:
    runtime = house(tmp_path)

    async def story() -> None:
        async with runtime.session() as one, runtime.session() as two:
            results = await asyncio.gather(*(each.call("list_dir") for _ in range(5) for each in (one, two)))
            assert all(result.ok for result in results)

    asyncio.run(story())
    assert runtime.stops.all() == ()


def test_verdicts_blocked_skills_and_the_policy_are_recorded_when_they_change_and_only_then(tmp_path: Path) -> None:
    place = House(tmp_path, {"work/skills/odd/SKILL.md": skill_md("odd"), "work/skills/bad/SKILL.md": bad()})
    asked: dict[str, Any] = {"skills.allow_bundled": []}

    def opened(**more: Any) -> list[tuple[str, str, str]]:
        runtime = place.load(overrides={**asked, **more})
        runtime.session()
        log = runtime._begun()[0].log
        with log._database.read() as connection:
            table = log._database.tables["audit"]
            rows = connection.execute(table.select().order_by(table.c.sequence)).all()
        told = [(row.action, row.skill, row.decision) for row in rows]
        return [one for one in told if one[0] != "session.opened"]

    first = opened()
    assert {("skill.verdict", "odd", "clean"), ("skill.blocked", "bad", "block")} <= {*first}
    assert len([one for one in first if one[1] == "odd"]) == 1
    assert first[-1][0] == "policy.changed"
    assert opened() == first
    place.write("work/skills/odd/SKILL.md", bad("odd"))
    changed = opened(**{"policy.capability_scope": "loaded"})[len(first) :]
    assert changed == [("skill.blocked", "odd", "block"), ("policy.changed", "", "")]
    place.write("work/skills/odd/SKILL.md", skill_md("odd"))
    assert opened()[-2:] == [("skill.verdict", "odd", "clean"), ("policy.changed", "", "")], "what comes back is told"


def test_a_session_that_is_taken_up_again_still_counts_what_it_did(tmp_path: Path) -> None:
    place = House(tmp_path, {"work/skills/odd/SKILL.md": skill_md("odd", "Odd.", CAPABLE)})
    place.write("work/skills/gone/SKILL.md", skill_md("gone", "Gone.", CAPABLE))
    runtime = place.load(overrides={"skills.allow_bundled": []})
    runtime._begun()[0].counter.people.add("ann", "correct horse battery")
    with runtime.session(approver="queue", principal="bob").sync() as session:
        for name in ("odd", "gone"):
            session.activate(name)
        first = session.call("write", {"path": "x", "content": ""})
        assert first.answer is not None
        assert first.answer.ending is Ending.WAITING
        session.release("odd")
        session.activate("odd")
        left = session.session.active
    again = place.load(overrides={"skills.allow_bundled": []})
    with again.session(approver="queue", principal="bob", resume=session.session.id).sync() as session:
        assert {(one.key, one.seal) for one in session.session.active} == {(one.key, one.seal) for one in left}
        assert session.session.active[0].capabilities, "it is known again by its seal"
    place.write("work/skills/gone/SKILL.md", skill_md("gone", "Edited."))
    edited = place.load(overrides={"skills.allow_bundled": []})
    with edited.session(approver="queue", principal="bob", resume=session.session.id).sync() as session:
        old = next(one for one in session.session.active if one.key == "gone")
        assert (old.capabilities, old.strange) == ((), True), "of bytes that are gone nothing good is known"
    with pytest.raises(NotFound):
        edited.session(principal="eve", resume=session.session.id)
