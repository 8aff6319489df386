"""Three promises another system prints and does not keep (O1 to O3 of our notes), kept here and attacked."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.check.house import House
from tests.session.room import Room, Spy, external, heard, script

from sealskill.model.decision import Ruling
from sealskill.model.event import Happening
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import PermissionMode, Persona
from sealskill.model.tool import Why
from sealskill.runtime import Runtime
from sealskill.session.session import Session

CLASSES = tuple(ToolClass)
TABLE = {
    "read-only": ("allow", "deny", "deny"),
    "mutating-with-confirm": ("allow", "confirm", "deny"),
    "dual-sign-required": ("allow", "confirm", "dual_sign"),
    "Read-Only": ("deny", "deny", "deny"),
    "": ("deny", "deny", "deny"),
}


def play(base: Path, story: Any, *answers: str, **wish: Any) -> Room:
    room = Room(House(base))

    async def whole() -> None:
        async with room.open(*answers, **wish) as session:
            await story(session)

    asyncio.run(whole())
    return room


@pytest.mark.parametrize("mode", list(TABLE))
def test_o1_the_permission_mode_of_a_persona_is_asked_at_every_call(mode: str, tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        for kind, ruling in zip(CLASSES, TABLE[mode], strict=True):
            spy = Spy(f"a_{kind}", kind)
            session.register(spy.tool)
            result = await session.call(spy.tool.name)
            assert result.decision.ruling.value == ruling
            assert len(spy.calls) == (1 if ruling == "allow" else 0), "nobody said yes"

    play(tmp_path, story, persona=Persona(name="p", permission_mode=mode))


def test_o1_a_persona_that_lists_what_its_mode_never_does_still_does_not(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        spy = Spy("restart_service", ToolClass.DANGEROUS)
        session.register(spy.tool)
        assert "restart_service" in {one["name"] for one in session.tools("mcp")}
        assert (await session.call("restart_service")).decision.ruling is Ruling.DENY
        assert spy.calls == []

    play(tmp_path, story, "approved", persona=Persona(name="ops", tools=("restart_service",)))


@pytest.mark.parametrize(("kind", "asked"), [(ToolClass.SAFE, 0), (ToolClass.MUTATING, 1), (ToolClass.DANGEROUS, 1)])
def test_o2_what_changes_things_is_confirmed_and_what_cannot_be_undone_is_signed(
    kind: ToolClass, asked: int, tmp_path: Path
) -> None:
    async def story(session: Session) -> None:
        spy = Spy("tool", kind)
        session.register(spy.tool)
        assert (await session.call("tool")).ok
        assert len(spy.calls) == 1
        assert heard(session).count(Happening.ASKED) == asked

    room = play(
        tmp_path, story, "approved",
        persona=Persona(name="p", permission_mode=PermissionMode.DUAL_SIGN_REQUIRED),
    )  # fmt: skip
    rulings = {ToolClass.MUTATING: "confirm", ToolClass.DANGEROUS: "dual_sign"}
    assert [one.ruling.value for one in room.people.asked] == [rulings[kind] for _ in range(asked)]


def test_o2_no_door_of_the_library_goes_round_the_question(tmp_path: Path) -> None:
    """What another system runs unasked over its other door: here every door is the same road."""
    house = House(tmp_path)
    script(house, "cleaner", f"touch {tmp_path}/ran; echo 1", **{"class": "mutating"})
    runtime: Runtime = house.load(environ=external(house), overrides={"skills.allow_bundled": []})
    persona = Persona(name="p", permission_mode=PermissionMode.DUAL_SIGN_REQUIRED)
    with runtime.session(persona=persona, unsafe_unconfined=True).sync() as session:
        assert session.call("cleaner").outcome.why is Why.REFUSED
        assert session.begin("cleaner").result().outcome.why is Why.REFUSED
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("kind", list(ToolClass))
def test_o3_the_model_is_offered_the_tool_of_every_ready_skill_whatever_its_class(
    kind: ToolClass, tmp_path: Path
) -> None:
    house = House(tmp_path)
    schema = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
    script(house, "disk_cleaner", "cat", schema=schema, **{"class": kind.value})
    room = Room(house, environ=external(house))

    async def story() -> None:
        async with room.open("approved", unsafe_unconfined=True, persona=Persona(
            name="p", permission_mode=PermissionMode.DUAL_SIGN_REQUIRED)) as session:  # fmt: skip
            offered = {one["name"]: one for one in session.tools("anthropic")}
            assert offered["disk_cleaner"]["input_schema"] == schema
            assert offered["disk_cleaner"]["description"] == "Does disk_cleaner."
            result = await session.call("disk_cleaner", {"path": "/var/cache"})
            assert result.value == {"path": "/var/cache"}, "and what it is offered, it can call"

    asyncio.run(story())
