"""One call: what was decided is what runs, and what does not run touches nothing."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.check.house import House, skill_md
from tests.session.room import DUAL, READER, Room, Spy, external, heard, script

from sealskill.errors import CannotRecord, Conflict, Failed, Refused
from sealskill.model.context import Allowance, Group
from sealskill.model.decision import Ruling
from sealskill.model.event import Happening
from sealskill.model.grant import Grant
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import Persona
from sealskill.model.tool import Hands, Place, Why
from sealskill.session.session import Session


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house nobody changes."""
    base = tmp_path_factory.mktemp("house")
    house = House(base, {"work/notes.txt": "one\n"})
    house.write("home/.agents/skills/pdf/SKILL.md", skill_md("pdf", "Reads PDF."))
    script(house, "adder", "cat")
    return house


@pytest.fixture
def here(place: House) -> Room:
    return Room(place, environ=external(place))


def play(room: Room, story: Any, *answers: str, **wish: Any) -> None:
    async def whole() -> None:
        async with room.open(*answers, **wish) as session:
            await story(session)

    asyncio.run(whole())


def with_spy(session: Session, *args: Any, **more: Any) -> Spy:
    spy = Spy(*args, **more)
    session.register(spy.tool)
    return spy


def test_a_secret_that_is_taken_for_a_name_is_in_no_event_and_no_answer(tmp_path: Path) -> None:
    secret = "sk-live-8f3a-value"

    async def story(session: Session) -> None:
        session._desk.redactor.learn({"KEY": secret})
        for tool, arguments, skill in ((secret, {}, ""), ("read", {"path": f"/{secret}"}, ""), ("read", {}, secret)):
            refused = await session.call(tool, arguments, skill=skill)
            assert not refused.ok
            assert secret not in repr((refused.decision, refused.outcome))
        assert secret not in repr(tuple(session.timeline.events))

    play(Room(House(tmp_path)), story)


def test_a_name_nobody_registered_is_denied_and_in_the_audit(here: Room) -> None:
    async def story(session: Session) -> None:
        result = await session.call("reed", {"path": "notes.txt"})
        assert (result.decision.ruling, result.outcome.why) == (Ruling.DENY, Why.REFUSED)

    play(here, story)
    [decided] = here.audit.of("call.decided")
    assert (decided.category, decided.tool, decided.decision) == ("security", "reed", "deny")
    assert here.audit.of("call.ended") == []


@pytest.mark.parametrize("given", [{}, {"path": 5}, {"path": "notes.txt", "more": 1}, "[]", "{", '{"path": 1e999}'])
def test_arguments_that_do_not_fit_run_nothing_and_say_what_is_wrong(given: Any, here: Room) -> None:
    async def story(session: Session) -> None:
        result = await session.call("read", given)
        assert (result.outcome.why, result.decision.ruling) == (Why.REFUSED, Ruling.DENY)
        assert "arguments" in result.outcome.error

    play(here, story)


def test_arguments_that_are_changed_after_they_were_handed_over_change_nothing(here: Room) -> None:
    given = {"path": "a", "deep": {"x": 1}}

    async def story(session: Session) -> None:
        spy = with_spy(session, "writer", ToolClass.MUTATING)
        here.people.meanwhile = lambda: given["deep"].update(x=2)  # type: ignore[attr-defined]
        await session.call("writer", given)
        assert spy.calls == [{"path": "a", "deep": {"x": 1}}]

    play(here, story, "approved")


@pytest.mark.parametrize("ending", ["rejected", "expired", "cancelled", "waiting", "nobody"])
def test_nothing_but_a_yes_is_a_yes(ending: str, here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session, "writer", ToolClass.MUTATING)
        result = await session.call("writer")
        assert result.outcome.why is Why.REFUSED
        assert spy.calls == []

    play(here, story, ending)
    [decided] = here.audit.of("call.decided")
    assert (decided.category, decided.outcome) == ("security", "refused")
    assert decided.answer.startswith(ending)


def test_a_skill_that_enters_while_a_person_reads_the_question_voids_the_answer(here: Room) -> None:
    here.stranger("pdf")

    async def story(session: Session) -> None:
        spy = with_spy(session, "writer", ToolClass.MUTATING)
        here.people.meanwhile = lambda: session._activate("pdf", "meanwhile")
        result = await session.call("writer")
        assert "approved" in result.outcome.error
        assert spy.calls == []

    play(here, story, "approved")


def test_a_stop_that_comes_while_a_person_reads_the_question_is_obeyed(here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session, "writer", ToolClass.MUTATING)
        here.people.meanwhile = lambda: here.lever.stop("", "fire", "ann")
        assert (await session.call("writer")).outcome.why is Why.REFUSED
        assert spy.calls == []

    play(here, story, "approved")


def test_a_sealed_copy_that_was_changed_or_cannot_be_made_runs_nothing(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "adder", "cat")
    here = Room(house, environ=external(house))

    async def story(session: Session) -> None:
        copy = session.snapshot.sealed_copy(session.snapshot.named("adder"))
        (copy / "run.sh").chmod(0o700)
        (copy / "run.sh").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
        result = await session.call("adder")
        assert (result.outcome.why, "changed" in result.outcome.error) == (Why.REFUSED, True)

    play(here, story, "approved", "approved", persona=DUAL, unsafe_unconfined=True)
    assert not (tmp_path / "ran").exists()


def test_a_folder_edited_after_the_snapshot_runs_as_it_was_sealed_or_not_at_all(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "adder", "cat")
    here = Room(house, environ=external(house))

    async def story(session: Session) -> None:
        await session.call("adder", {"a": 1})
        script(house, "adder", f"touch {tmp_path}/ran; cat")
        assert (await session.call("adder", {"a": 1})).value == {"a": 1}

    play(here, story, "approved", "approved", persona=DUAL, unsafe_unconfined=True)
    assert not (tmp_path / "ran").exists()


def test_an_audit_that_fails_afterwards_is_told_and_stops_the_next_call(here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session)
        here.audit.full = lambda record: record.action == "call.ended"
        with pytest.raises(CannotRecord):
            await session.call("spy")
        here.audit.full = lambda record: record.action.startswith("call")
        with pytest.raises(CannotRecord):
            await session.call("spy")
        assert len(spy.calls) == 1

    play(here, story)


def test_a_minute_holds_as_many_calls_of_a_tool_as_it_may_however_many_come_at_once(here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session)
        with_spy(session, "other")
        results = await asyncio.gather(*(session.call("spy") for _ in range(8)))
        assert sum(one.ok for one in results) == len(spy.calls) == 3
        assert (await session.call("other")).ok

    play(here, story, allowance=Allowance(calls_per_minute=3))


def test_turns_and_seconds_are_spent(here: Room) -> None:
    async def story(session: Session) -> None:
        with_spy(session)
        await session.turn()
        assert (await session.call("spy")).ok
        await session.turn()
        assert "turns" in (await session.call("spy")).outcome.error

    play(here, story, allowance=Allowance(turns=1))

    async def slow(session: Session) -> None:
        spy = with_spy(session)
        session._desk.meter._seconds = 10.0
        assert "seconds" in (await session.call("spy")).outcome.error
        assert spy.calls == []

    play(here, slow, allowance=Allowance(seconds=5))


def test_a_persona_that_lists_what_its_mode_never_runs_is_told_when_a_session_begins(tmp_path: Path) -> None:
    vain = replace(READER, tools=("read", "write", "spy"))
    session = Room(House(tmp_path)).open(persona=vain)
    assert session.notices == ("persona reader: tools: write: write is mutating, which read-only never runs",)


def test_a_persona_and_a_group_see_what_they_list_and_call_nothing_else(here: Room) -> None:
    async def story(session: Session) -> None:
        assert [one["name"] for one in session.tools("anthropic")] == ["read"]
        assert (await session.call("list_dir")).outcome.why is Why.REFUSED
        assert (await session.call("read", {"path": "notes.txt"})).ok

    play(here, story, persona=Persona(name="p", tools=("read",)))

    async def grouped(session: Session) -> None:
        assert (await session.call("read", {"path": "notes.txt"})).outcome.why is Why.REFUSED

    play(here, grouped, group=Group(name="ops", tools=("list_dir",)))


def test_a_tool_of_a_host_takes_no_name_and_no_row_is_made_milder(here: Room) -> None:
    async def story(session: Session) -> None:
        for name in ("read", "adder"):
            with pytest.raises(Conflict):
                session.register(replace(Spy().tool, known=replace(Spy().tool.known, name=name)))
        browser = Spy("browser").tool
        with pytest.raises(Conflict):
            session.register(replace(browser, known=replace(browser.known, tool_class=ToolClass.SAFE)))
        session.register(browser)
        with pytest.raises(Conflict):
            session.register(browser)

    play(here, story)


@pytest.mark.parametrize("name", ["", "two words", "a.b", "é", "x" * 65, "a\n"])
def test_a_tool_of_a_host_has_the_name_of_a_function(here: Room, name: str) -> None:
    async def story(session: Session) -> None:
        with pytest.raises(Conflict):
            session.register(replace(Spy().tool, known=replace(Spy().tool.known, name=name)))

    play(here, story)


def test_a_tool_of_a_host_whose_schema_leads_outside_is_not_registered(here: Room) -> None:
    async def story(session: Session) -> None:
        with pytest.raises(Conflict, match="schema"):
            session.register(replace(Spy().tool, schema={"$ref": "file:///etc/passwd"}))

    play(here, story)


@pytest.mark.parametrize("told", ["raises", "says nothing"])
def test_what_cannot_be_told_is_never_nothing(here: Room, told: str) -> None:
    """A tool that fails while it says what a call would touch has not said that it touches nothing."""

    def touches(arguments: Mapping[str, Any], place: Place) -> Any:
        return 1 / 0 if told == "raises" else None

    async def story(session: Session) -> None:
        spy = Spy()
        session.register(replace(spy.tool, touches=touches))
        result = await session.call("spy")
        assert (result.decision.ruling, spy.calls) == (Ruling.DENY, [])
        assert "what spy would touch cannot be told" in result.outcome.error
        assert [one.tool for one in here.audit.of("call.decided")] == ["spy"]

    play(here, story)


def test_a_preview_that_fails_is_shown_as_one(here: Room) -> None:
    def preview(arguments: Mapping[str, Any], files: Any) -> str:
        raise ZeroDivisionError

    async def story(session: Session) -> None:
        session.register(replace(Spy("writer", ToolClass.MUTATING).tool, preview=preview))
        assert not (await session.call("writer")).ok
        assert here.people.asked[0].diff == "(what would change cannot be shown: ZeroDivisionError)"

    play(here, story, "rejected")


def test_a_tool_that_fails_is_an_outcome_and_its_session_goes_on(here: Room) -> None:
    def torn(arguments: Mapping[str, Any], hands: Hands) -> Any:
        raise ZeroDivisionError("by zero")

    def failed(arguments: Mapping[str, Any], hands: Hands) -> Any:
        raise Failed("no such page", advice="look elsewhere")

    async def story(session: Session) -> None:
        spy = with_spy(session)
        for answer, said in ((torn, "ZeroDivisionError: by zero"), (failed, "no such page")):
            spy.answer = answer
            result = await session.call("spy")
            assert (result.outcome.why, said in result.outcome.error) == (Why.FAILED, True)
            assert said in result.content
        spy.answer = "fine"
        assert (await session.call("spy")).content == "fine"

    play(here, story)


def test_whoever_cancels_a_call_ends_its_child_and_the_end_is_recorded(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "sleeper", f"echo up >&2; sleep 30; touch {tmp_path}/late")
    here = Room(house, environ=external(house))

    async def story(session: Session) -> None:
        call = asyncio.create_task(session.call("sleeper"))
        async for event in session.timeline.follow():
            if event.what is Happening.LINE:
                break
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert heard(session)[-1] is Happening.FINISHED

    play(here, story, "approved", persona=DUAL, unsafe_unconfined=True)
    assert not (tmp_path / "late").exists()
    [ended] = here.audit.of("call.ended")
    assert ended.outcome == "cancelled"


def test_a_call_that_is_cancelled_while_a_person_reads_runs_nothing(here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session, "writer", ToolClass.MUTATING)
        reading = asyncio.Event()

        class Slow:
            async def ask(self, question: Any) -> Any:
                reading.set()
                await asyncio.sleep(60)

        session._desk.approver = Slow()
        pending = session.begin("writer")
        await reading.wait()
        pending.cancel()
        result = await pending
        assert result.outcome.why is Why.REFUSED
        reading.clear()
        pending = session.begin("writer")
        await reading.wait()
        here.lever.stop("", "fire", "ann")  # nobody waits for the person then, and whoever called hears why
        assert "everything is stopped: fire" in (await pending).outcome.error
        assert spy.calls == []

    play(here, story)


async def unreadable(here: Room) -> None:
    """Whoever looks for a stop cannot see for once, as where the database is busy: that is no reason to look away."""
    looked, see = asyncio.Event(), here.lever.why
    loop = asyncio.get_running_loop()

    def blind(sessions: tuple[str, ...]) -> str:
        loop.call_soon_threadsafe(looked.set)
        raise CannotRecord("the database is locked")

    here.lever.why = blind  # type: ignore[method-assign]
    await looked.wait()
    here.lever.why = see  # type: ignore[method-assign]


def test_a_stop_cancels_what_runs_and_refuses_what_comes(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "sleeper", "echo up >&2; sleep 30")
    here = Room(house, environ=external(house))

    async def story(session: Session) -> None:
        pending = session.begin("sleeper")
        async for event in session.timeline.follow():
            if event.what is Happening.LINE:
                break
        assert pending.poll() == {"call": pending.id, "running": True, "lines": ["up"]}
        assert pending.poll()["lines"] == []
        await unreadable(here)
        here.lever.stop("", "fire", "ann")  # as another process would
        result = await pending
        assert (result.outcome.why, "fire" in result.outcome.error) == (Why.CANCELLED, True)
        assert "fire" in (await session.call("read", {"path": "x"})).outcome.error
        child = session.child()
        assert child.persona is DUAL
        here.lever.stops = {session.id: "only that one"}
        assert "only that one" in (await child.call("read", {"path": "x"})).outcome.error
        here.lever.stops = {}
        assert (await child.call("list_dir")).ok

    play(here, story, "approved", persona=DUAL, unsafe_unconfined=True)


def test_a_session_that_is_closed_calls_nothing_any_more(here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session)
        await session.close()
        assert "closed" in (await session.call("spy")).outcome.error
        assert spy.calls == []

    play(here, story)


def test_a_call_for_a_skill_that_is_not_here_is_refused(here: Room) -> None:
    async def story(session: Session) -> None:
        spy = with_spy(session)
        assert (await session.call("spy", skill="nobody")).outcome.why is Why.REFUSED
        assert spy.calls == []

    play(here, story)


def test_a_read_only_persona_runs_no_tool_of_a_skill_that_runs_without_a_boundary(here: Room) -> None:
    async def story(session: Session) -> None:
        assert (await session.call("adder")).decision.ruling is Ruling.DENY

    play(here, story, persona=READER, unsafe_unconfined=True)


def test_a_strangers_tool_never_runs_without_a_boundary_whatever_was_granted(here: Room) -> None:
    here.stranger("adder")
    seal = here.runtime.snapshot().named("adder").seal or ""
    here.grants.append(Grant(id="g", skill="adder", seal=seal, boundary="unconfined", accepts=ToolClass.SAFE))

    async def story(session: Session) -> None:
        assert (await session.call("adder")).decision.ruling is Ruling.DENY

    play(here, story, "approved", "approved", persona=DUAL, unsafe_unconfined=True)


def test_a_name_that_is_taken_is_left_out_and_told_and_never_changed(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "adder", "cat")
    here = Room(house, environ=external(house))
    spy = Spy("adder")
    ours = here.premises.tools()
    here.premises.tools = lambda: (*ours, spy.tool)

    async def story(session: Session) -> None:
        assert (await session.call("adder")).value == "done"
        assert session.notices == ("the tool adder of adder is left out: the name is taken",)

    play(here, story)
    shutil.rmtree(house.home / "external")


def test_functions_have_the_names_descriptions_and_schemas_of_their_manifests(here: Room) -> None:
    async def story(session: Session) -> None:
        schema = {"type": "object", "properties": {}}
        shapes = {name: session.tools(name) for name in ("openai", "openai-responses", "anthropic", "mcp")}
        chat = {one["function"]["name"]: one["function"] for one in shapes["openai"]}
        assert chat["adder"] == {"name": "adder", "description": "Does adder.", "parameters": schema}
        for name, key in (("openai-responses", "parameters"), ("anthropic", "input_schema"), ("mcp", "inputSchema")):
            [adder] = [one for one in shapes[name] if one["name"] == "adder"]
            assert (adder["description"], adder[key]) == ("Does adder.", schema)
        assert "adder" not in (await session.prompt()).listed

    play(here, story)


def test_a_persona_that_may_not_delegate_starts_no_other_session(here: Room) -> None:
    async def story(session: Session) -> None:
        with pytest.raises(Refused):
            session.child()

    play(here, story, persona=READER)


def test_a_session_below_is_no_wider_than_the_one_above_unless_its_host_says_so(here: Room) -> None:
    who = replace(READER, can_delegate=True)

    async def story(session: Session) -> None:
        child = session.child()
        assert (await child.call("write", {"path": "x", "content": ""})).decision.ruling is Ruling.DENY
        assert (await child.call("adder")).decision.ruling is Ruling.DENY

    play(here, story, "approved", "approved", persona=who, unsafe_unconfined=True, group=Group(name="ops"))


def test_a_stop_reaches_what_runs_below_and_lifting_it_lets_it_go_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "sleeper", "echo up >&2; sleep 30")
    here = Room(house, environ=external(house))

    async def story(session: Session) -> None:
        child = session.child(unsafe_unconfined=True)
        pending = child.begin("sleeper")
        async for event in child.timeline.follow():
            if event.what is Happening.LINE:
                break
        await session.stop("enough")
        assert (await pending).outcome.why is Why.CANCELLED
        assert "enough" in (await child.call("list_dir")).outcome.error
        here.lever.stops.clear()
        assert (await child.call("list_dir")).ok

    play(here, story, "approved", persona=DUAL)


def test_a_model_is_offered_what_its_group_has_and_no_tool_of_a_skill_that_is_hidden_from_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    for name, line in (("shown", ""), ("kept", "disable-model-invocation: true")):
        script(house, name, "cat")
        house.write(f"home/external/{name}/SKILL.md", skill_md(f"{name}-text", "Both.", *filter(None, [line])))
    here = Room(house, environ=external(house), overrides={"skills.load.extra_dirs": [str(house.home / "external")],
                                                            "skills.load.allow_json_in": [str(house.home / "external")]})  # fmt: skip

    async def story(session: Session) -> None:
        names = {one["name"] for one in session.tools("mcp")}
        assert {"shown", "read"} <= names
        assert not {"kept", "write"} & names
        assert (await session.call("write", {"path": "x", "content": ""})).decision.ruling is Ruling.DENY

    play(here, story, group=Group(name="ops", tools=("read", "shown", "kept")))
