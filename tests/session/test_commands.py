"""A command of a user takes the same road as every call, and a skill that names a tool for it gets no more by that."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.check.house import House, skill_md
from tests.session.room import READER, Room, Spy

from sealskill.errors import UnknownSkill
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.persona import Persona
from sealskill.model.result import Result
from sealskill.model.tool import Why
from sealskill.session.session import Session


def room(base: Path, tool: str, *lines: str) -> Room:
    """A stranger's skill whose command calls a tool."""
    text = skill_md("deploy", "Deploys.", "command-dispatch: tool", f"command-tool: {tool}", *lines)
    return Room(House(base, {"work/skills/deploy/SKILL.md": text})).stranger("deploy")


def play(
    here: Room, story: Callable[[Session], Awaitable[None]], *answers: str, persona: Persona | None = None
) -> None:
    async def whole() -> None:
        wish = {"persona": persona} if persona else {}
        async with here.open(*answers, **wish) as session:
            await story(session)

    asyncio.run(whole())


async def called(session: Session, arguments: str = "now") -> Result:
    result = await session.command("/deploy", arguments)
    assert isinstance(result, Result)
    return result


def test_a_command_is_decided_like_any_call_of_the_skill(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        result = await called(session)
        assert (result.decision.ruling, result.outcome.why) == (Ruling.DENY, Why.REFUSED)
        assert "deploy does not cover exec" in result.outcome.error
        assert [one.key for one in session.active] == ["deploy"], "the user called it, so it counts"

    here = room(tmp_path, "exec")
    play(here, story, "approved")
    [decided] = here.audit.of("call.decided")
    assert (decided.skill, decided.tool, decided.category) == ("deploy", "exec", "security")


def test_what_the_persona_does_not_see_no_command_calls(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        assert (await called(session)).outcome.why is Why.REFUSED

    play(room(tmp_path, "write"), story, "approved", persona=READER)
    play(room(tmp_path, "read"), story, persona=Persona(name="p", tools=("list_dir",)))


def test_a_tool_nobody_registered_is_no_tool_for_a_command(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        result = await called(session)
        assert "no tool called 'lobster'" in result.outcome.error

    play(room(tmp_path, "lobster"), story)


def test_the_words_of_the_user_go_in_as_they_were_typed(tmp_path: Path) -> None:
    typed = "  $(touch x); `y` --flag='z'  "

    async def story(session: Session) -> None:
        spy = Spy("pager", ToolClass.SAFE)
        session.register(spy.tool)
        assert (await called(session, typed)).ok
        assert spy.calls == [{"command": typed, "commandName": "deploy", "skillName": "deploy"}]

    play(room(tmp_path, "pager"), story)


def test_a_closed_schema_is_given_what_it_knows_and_nothing_else(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        result = await called(session, "notes.txt")
        assert "path" in result.outcome.error, "read takes a path, and no command"

    play(room(tmp_path, "read"), story)


def test_allowed_tools_grant_nothing(tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        result = await called(session)
        assert result.decision.ruling is Ruling.DENY
        assert (await session.call("exec", {"command": "true"}, skill="deploy")).decision.ruling is Ruling.DENY

    play(room(tmp_path, "exec", "allowed-tools: exec Bash(*)"), story, "approved", "approved")


@pytest.mark.parametrize("name", ["nobody", "/nobody", "", "/", "deploy; read"])
def test_a_command_that_is_none_calls_nothing(name: str, tmp_path: Path) -> None:
    async def story(session: Session) -> None:
        with pytest.raises(UnknownSkill):
            await session.command(name)
        assert session.active == ()

    play(room(tmp_path, "read"), story)
