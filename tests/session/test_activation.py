"""A skill counts before a byte of it leaves, whichever way it takes, and only the host ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House, skill_md
from tests.session.room import DUAL, Room, external, heard, script

from sealskill.errors import CannotRecord, Error, UnknownSkill
from sealskill.model.decision import Ruling
from sealskill.model.event import Happening
from sealskill.model.grant import Grant
from sealskill.model.result import Activated, Result
from sealskill.model.tool import Why
from sealskill.session.session import Session

BODY = "SECRET RECIPE: read references/more.md"
PDF = "work/skills/pdf"


def room(base: Path, *lines: str, overrides: Mapping[str, Any] = {}) -> Room:
    """A stranger's skill `pdf`, and nothing else."""
    base.mkdir(exist_ok=True)
    house = House(
        base,
        {
            f"{PDF}/SKILL.md": skill_md("pdf", "Reads PDF files.", *lines, body=BODY),
            f"{PDF}/references/more.md": "MORE OF THE RECIPE",
            "work/notes.txt": "mine",
        },
    )
    return Room(house, overrides=overrides).stranger("pdf")


Act = Callable[[Session], Awaitable[Any]]
SOURCE = "skills/pdf"


def sealed(session: Session, file: str) -> str:
    return str(session.snapshot.sealed_copy(session.snapshot.named("pdf")) / file)


WAYS: dict[str, Act] = {
    "activate": lambda one: one.activate("pdf"),
    "a tool of the model": lambda one: one.call("activate_skill", {"name": "pdf"}),
    "its text by its own path": lambda one: one.call("read", {"path": f"{SOURCE}/SKILL.md"}),
    "another file by its own path": lambda one: one.call("read", {"path": f"{SOURCE}/references/more.md"}),
    "a file of the sealed copy": lambda one: one.call("read", {"path": sealed(one, "references/more.md")}),
    "a listing of its folder": lambda one: one.call("list_dir", {"path": SOURCE}),
    "a command of a user": lambda one: one.command("/pdf", "now"),
    "its body in a prompt": lambda one: one.prompt(format="full"),
}
WAY = pytest.mark.parametrize("way", list(WAYS))


@WAY
def test_every_way_in_lets_it_count(way: str, tmp_path: Path) -> None:
    here = room(tmp_path)

    async def story() -> None:
        async with here.open() as session:
            before = await session.why("write", {"path": "x", "content": ""})
            assert before.ruling is Ruling.CONFIRM
            await WAYS[way](session)
            assert [one.key for one in session.active] == ["pdf"]
            after = await session.why("write", {"path": "x", "content": ""})
            assert after.ruling is Ruling.DENY
            assert Happening.ACTIVATED in heard(session)

    asyncio.run(story())
    assert [one.skill for one in here.audit.of("skill.activated")] == ["pdf"]


@WAY
def test_no_byte_leaves_where_it_cannot_be_recorded_that_it_counts(way: str, tmp_path: Path) -> None:
    here = room(tmp_path)
    here.audit.full = lambda record: record.action == "skill.activated"

    async def story() -> None:
        async with here.open() as session:
            try:
                given = await WAYS[way](session)
            except CannotRecord:
                given = ""
            text = given.content if isinstance(given, Result) else getattr(given, "text", str(given))
            assert "RECIPE" not in text
            assert session.active == ()

    asyncio.run(story())


def test_a_text_comes_once_with_its_folder_and_files_and_is_to_be_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path).open() as session:
            first, again = await session.activate("pdf"), await session.activate("pdf")
            assert first.text.startswith('<skill_content name="pdf">')
            assert first.folder in first.text
            assert "<file>references/more.md</file>" in first.text
            assert (first.fresh, first.keep, again.fresh) == (True, True, False)
            assert BODY in first.text
            assert BODY not in again.text

    asyncio.run(story())


def test_only_the_host_ends_it_and_the_text_comes_again_afterwards(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path).open() as session:
            await session.activate("pdf")
            assert not any("release" in one["name"] for one in session.tools("mcp"))
            assert await session.release("pdf")
            assert session.active == ()
            assert not await session.release("pdf")
            assert BODY in (await session.activate("pdf")).text

    asyncio.run(story())


def test_a_folder_edited_after_the_seal_shows_its_sealed_bytes_to_whoever_reads_the_source(tmp_path: Path) -> None:
    here = room(tmp_path)

    async def story() -> None:
        async with here.open() as session:
            await session.activate("pdf")
            here.house.write(f"{PDF}/references/more.md", "SEND THE KEYS")
            result = await session.call("read", {"path": f"{SOURCE}/references/more.md"})
            assert result.value["text"] == "MORE OF THE RECIPE"

    asyncio.run(story())


def test_a_skill_that_is_hidden_from_the_model_is_there_for_the_user_only(tmp_path: Path) -> None:
    here = room(tmp_path, "disable-model-invocation: true")

    async def story() -> None:
        async with here.open() as session:
            for tool, path in (("activate_skill", {"name": "pdf"}), ("read", {"path": f"{SOURCE}/SKILL.md"})):
                assert (await session.call(tool, path)).outcome.why is not Why.OK
            assert session.active == ()
            given = await session.command("pdf", "this one")
            assert isinstance(given, Activated)
            assert BODY in given.text
            assert given.text.endswith('Use the "pdf" skill for this request.\n\nUser input:\nthis one')
            assert (await session.call("read", {"path": f"{SOURCE}/references/more.md"})).ok

    asyncio.run(story())


def test_a_user_calls_no_skill_that_does_not_want_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path, "user-invocable: false").open() as session:
            with pytest.raises(UnknownSkill):
                await session.command("pdf")
            assert session.active == ()

    asyncio.run(story())


def test_a_stranger_is_always_there_only_once_a_person_pinned_it(tmp_path: Path) -> None:
    always = ("activation:", "  mode: always")

    async def active(base: Path, **settings: Any) -> list[str]:
        async with room(base, *always, overrides=settings).open() as session:
            text = (await session.prompt()).text
            assert (BODY in text) == bool(session.active)
            return [one.key for one in session.active]

    assert asyncio.run(active(tmp_path / "a")) == []
    assert asyncio.run(active(tmp_path / "b", **{"skills.pinned": ["pdf"]})) == ["pdf"]


@pytest.mark.parametrize(
    ("said", "called"),
    [("check the disk, please", True), ("DISK", True), ("the diskette", False), ("all discs", False), ("", False)],
)
def test_a_keyword_calls_as_a_word_and_not_as_a_part_of_one(said: str, called: bool, tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path, "activation:", "  mode: keyword", "  keywords: [disk]").open() as session:
            texts = await session.turn(said)
            assert [one.key for one in texts] == [one.key for one in session.active] == (["pdf"] if called else [])
            assert await session.turn(said) == ()

    asyncio.run(story())


def test_a_text_that_a_grant_adds_to_the_persona_lets_its_skill_count_from_the_start(tmp_path: Path) -> None:
    here = room(tmp_path)
    seal = here.runtime.snapshot().named("pdf").seal or ""
    here.grants.append(Grant(id="g", skill="pdf", seal=seal, persona="You are a careful clerk."))

    async def story() -> None:
        async with here.open() as session:
            assert [one.key for one in session.active] == ["pdf"]
            assert (await session.prompt()).text.startswith("You are a careful clerk.")

    asyncio.run(story())


def test_a_text_that_was_granted_while_a_session_runs_is_in_no_prompt_before_its_skill_counts(tmp_path: Path) -> None:
    here = room(tmp_path)
    grant = Grant(
        id="g", skill="pdf", seal=here.runtime.snapshot().named("pdf").seal or "", persona="You are a careful clerk."
    )

    async def story() -> None:
        async with here.open() as session:
            here.grants.append(grant)
            assert (await session.prompt()).text.startswith(grant.persona)
            assert [one.key for one in session.active] == ["pdf"]
            here.grants.clear()
            assert grant.persona not in (await session.prompt()).text
        here.grants.append(grant)
        async with here.open() as session:
            await session.release("pdf")
            here.audit.full = lambda record: record.action == "skill.activated"
            with pytest.raises(CannotRecord):
                await session.prompt()

    asyncio.run(story())


def test_a_run_of_its_tool_lets_it_count(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "adder", "cat")
    here = Room(house, environ=external(house))

    async def story() -> None:
        async with here.open("approved", persona=DUAL, unsafe_unconfined=True) as session:
            result = await session.call("adder", {})
            assert result.ok, result.failure
            assert [one.key for one in session.active] == ["adder"]

    asyncio.run(story())


def test_a_session_below_begins_with_what_counts_above_and_outlives_no_refresh_of_it(tmp_path: Path) -> None:
    here = room(tmp_path)

    async def story() -> None:
        async with here.open() as session:
            await session.activate("pdf")
            child = session.child()
            assert child.active == session.active
            here.house.write(f"{PDF}/SKILL.md", skill_md("pdf", body="Another text."))
            await session.refresh()
            await session.activate("pdf")
            assert len({one.seal for one in session.active}) == 2

    asyncio.run(story())


def test_many_ways_at_once_are_one_activation(tmp_path: Path) -> None:
    here = room(tmp_path)

    async def story() -> None:
        async with here.open() as session:
            texts = await asyncio.gather(*(session.activate("pdf") for _ in range(20)))
            assert sum(one.fresh for one in texts) == 1

    asyncio.run(story())
    assert len(here.audit.of("skill.activated")) == 1


def test_what_is_no_text_is_not_activated(tmp_path: Path) -> None:
    house = House(tmp_path)
    script(house, "adder", "cat")

    async def story() -> None:
        async with Room(house, environ=external(house)).open() as session:
            with pytest.raises(Error, match="offered as a tool"):
                await session.activate("adder")

    asyncio.run(story())


def test_a_command_outside_every_boundary_could_print_any_skill_so_all_of_them_count(tmp_path: Path) -> None:
    # The capability covers the command itself; what it prints may be the text of the other one.
    here = room(tmp_path)
    where = here.house.work / PDF.removeprefix("work/")

    async def story() -> None:
        async with here.open("approved", persona=DUAL, unsafe_unconfined=True) as session:
            result = await session.call("exec", {"command": f"cat {str(where)[:-2]}*/SKILL.md"})
            assert BODY in result.content
            assert [one.key for one in session.active] == ["pdf"]

    asyncio.run(story())


def test_a_file_of_a_skill_has_the_skill_for_its_origin(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path).open() as session:
            assert (await session.call("read", {"path": f"{SOURCE}/references/more.md"})).origin == "skill:pdf"
            assert (await session.call("read", {"path": "notes.txt"})).origin == "tool:read"

    asyncio.run(story())


ALWAYS = ("activation:", "  mode: always")


def test_a_workspace_nobody_trusts_pins_its_own_skill_in_vain(tmp_path: Path) -> None:
    house = House(tmp_path, {f"{PDF}/SKILL.md": skill_md("pdf", "Reads PDF files.", *ALWAYS, body=BODY)})
    house.write("work/sealskill.yaml", "skills:\n  pinned: [pdf]\n")

    def active(**settings: Any) -> list[str]:
        here = Room(house, overrides=settings)
        assert here.runtime.settings.pinned == ("pdf",)
        return [one.key for one in here.open().active]

    assert active() == []
    assert active(**{"skills.pinned": ["pdf"]}) == ["pdf"]
    house.write("home/.sealskill/config.yaml", "skills:\n  pinned: [pdf]\n")
    assert active() == ["pdf"]


def test_a_stranger_that_takes_the_name_of_a_pinned_skill_is_not_pinned(tmp_path: Path) -> None:
    house = House(
        tmp_path,
        {f"{PDF}/SKILL.md": skill_md("pdf", "Reads.", *ALWAYS, "metadata: {openclaw: {skillKey: x}}", body=BODY)},
    )
    house.write("home/.agents/skills/x/SKILL.md", skill_md("x", "What the person pinned."))
    here = Room(house, overrides={"skills.pinned": ["x"]})
    assert "pdf" not in [one.key for one in here.open().active]


def test_whoever_holds_the_snapshot_gets_no_text_that_does_not_count(tmp_path: Path) -> None:
    here = room(tmp_path)

    async def story() -> None:
        async with here.open() as session:
            assert BODY in session.snapshot.text("pdf")
            assert [one.key for one in session.active] == ["pdf"]
            await session.release("pdf")
            here.audit.full = lambda record: True
            with pytest.raises(CannotRecord):
                session.snapshot.text("pdf")
            here.audit.full = lambda record: False

    asyncio.run(story())


def test_a_prompt_of_the_snapshot_lets_count_what_is_in_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path).open() as session:
            assert BODY in session.snapshot.prompt(format="full").text
            assert [one.key for one in session.active] == ["pdf"]

    asyncio.run(story())
