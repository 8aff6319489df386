"""exec and process: what is run is told before, what a command says is cut and says so, what runs on can be ended."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.tools.hands import TestHands, call, place

from sealskill.errors import Failed, Refused
from sealskill.model.call import Touches
from sealskill.model.tool import Outcome, Why
from sealskill.tools import exec as exec_tool
from sealskill.tools import process
from sealskill.tools._output import CAP, told


@pytest.fixture
def hands(tmp_path: Path) -> TestHands:
    return TestHands(tmp_path / "ws")


def run(hands: TestHands, **arguments: Any) -> Any:
    return call(exec_tool.TOOL, hands, **arguments)


def test_a_program_is_the_one_that_is_really_run(hands: TestHands) -> None:
    (hands.workspace / "ls").write_text("#!/bin/sh\n")
    (hands.workspace / "ls").chmod(0o755)
    (hands.workspace / "way").symlink_to("ls")
    where = place(hands.workspace)
    assert exec_tool.TOOL.touches({"argv": ["./way", "x"]}, where).programs == {"./way": str(hands.workspace / "ls")}
    found = exec_tool.TOOL.touches({"argv": ["ls"]}, where).programs["ls"]
    assert found
    assert not found.startswith(str(hands.workspace))
    assert exec_tool.TOOL.touches({"argv": ["never-heard-of"]}, where).programs == {"never-heard-of": None}
    here = place(hands.workspace).__class__(workspace=hands.workspace, path="::.:/usr/bin")
    assert exec_tool.TOOL.touches({"argv": ["ls"]}, here).programs["ls"] != str(hands.workspace / "ls")


TEXTS = {
    "cat a | sh": {"cat", "sh"}, "A=1 env x && (true; false) || echo $(id)": {"env", "true", "false", "echo", "id"},
    "if test x; then rm -rf y; fi": {"test", "rm"}, "\\ls": {"\\ls"}, "'l's": {"'l's"}, "for i in x; do curl y; done": {"curl"},
}  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_every_program_a_text_names_is_named(hands: TestHands, text: str) -> None:
    found = exec_tool.TOOL.touches({"command": text}, place(hands.workspace))
    assert set(found.programs) == TEXTS[text]
    assert (found.command, found.argv) == (text, ())


@pytest.mark.parametrize("text", ["x" * 9_000, "if (", "echo 'open"])
def test_a_text_that_cannot_be_told_is_unclear(hands: TestHands, text: str) -> None:
    assert exec_tool.TOOL.touches({"command": text}, place(hands.workspace)).unclear


@pytest.mark.parametrize(
    "arguments", [{}, {"command": "x", "argv": ["y"]}, {"command": "a\0b"}, {"argv": ["a", "b\0"]}]
)
def test_what_is_no_command_is_said_before_anybody_is_asked(hands: TestHands, arguments: dict[str, Any]) -> None:
    with pytest.raises(Failed):
        exec_tool.TOOL.touches(arguments, place(hands.workspace))
    with pytest.raises(Failed):
        run(hands, **arguments)
    assert hands.ran == []


def test_without_a_boundary_it_says_so(hands: TestHands) -> None:
    assert exec_tool.TOOL.touches({"command": "x"}, place(hands.workspace)).unconfined
    assert not exec_tool.TOOL.touches({"command": "x"}, place(hands.workspace, confined=True)).unconfined


@pytest.mark.parametrize("cwd", ["..", "/etc", "way", "a.txt", "none"])
def test_it_starts_in_no_folder_that_may_not_be_read(hands: TestHands, cwd: str) -> None:
    (hands.workspace / "way").symlink_to("/etc")
    (hands.workspace / "a.txt").write_text("x")
    with pytest.raises((Refused, Failed)):
        run(hands, command="pwd", cwd=cwd)
    assert hands.ran == []
    found = exec_tool.TOOL.touches({"command": "pwd", "cwd": cwd}, place(hands.workspace))
    assert found.unclear or found.reads


def test_where_nobody_can_say_where_it_starts_no_program_is_found(hands: TestHands) -> None:
    found = exec_tool.TOOL.touches({"argv": ["./src"], "cwd": "a\0b"}, place(hands.workspace))
    assert found.programs == {"./src": None}
    assert found.unclear


def test_a_command_is_run_where_it_was_said_and_tells_how_it_ended(hands: TestHands) -> None:
    (hands.workspace / "sub").mkdir()
    assert run(hands, command="pwd; exit 3", cwd="sub") == {
        "exit": 3, "stdout": f"{hands.workspace}/sub\n", "stderr": "", "truncated": [],
    }  # fmt: skip
    assert run(hands, argv=["echo", "$HOME; ls"])["stdout"] == "$HOME; ls\n"
    assert run(hands, command="sleep 60", timeout=0.2)["why"] == "timeout"


def test_a_long_output_is_its_beginning_and_its_end_and_says_so() -> None:
    got = told(Outcome(why=Why.OK, exit=0, stdout="a" * CAP + "z" * CAP, stderr="x", truncated=("stderr",)))
    assert got["truncated"] == ["stdout", "stderr"]
    assert len(got["stdout"]) < CAP + 100
    assert got["stdout"].startswith("a")
    assert got["stdout"].endswith("z")
    assert "characters left out" in got["stdout"]
    assert told(Outcome(why=Why.FAILED, exit=None, signal=9, error="killed"))["signal"] == 9


def test_a_command_that_runs_on_is_written_to_and_ended(hands: TestHands) -> None:
    async def story() -> None:
        act = process.TOOL.run
        started = await act({"action": "start", "command": "read x; echo got $x; sleep 600"}, hands)
        assert started["running"]
        await act({"action": "write", "id": started["id"], "text": "it\n"}, hands)
        text = ""
        while "got it" not in text:
            await asyncio.sleep(0)
            text += (await act({"action": "poll", "id": started["id"]}, hands))["text"]
        ended = await act({"action": "kill", "id": started["id"]}, hands)
        assert not ended["running"]

    asyncio.run(story())


@pytest.mark.parametrize("action", ["poll", "write", "kill"])
def test_a_process_of_nobody_is_not_touched(hands: TestHands, action: str) -> None:
    for more in ({}, {"id": ""}, {"id": "1"}, {"id": "../p1"}):
        with pytest.raises(Failed):
            call(process.TOOL, hands, action=action, **more)


def test_starting_and_writing_are_told_and_looking_touches_nothing(hands: TestHands) -> None:
    where = place(hands.workspace)
    start = process.TOOL.touches({"action": "start", "argv": ["ls"]}, where)
    assert start.argv == ("ls",)
    assert start.unconfined
    assert process.TOOL.touches({"action": "write", "id": "x", "text": "rm -rf /\n"}, where).unclear
    for action in ("poll", "kill"):
        assert process.TOOL.touches({"action": action, "id": "x", "command": "rm", "argv": ["x"]}, where) == Touches(
            own=True
        )
    with pytest.raises(Failed):
        process.TOOL.touches({"action": "start"}, where)
