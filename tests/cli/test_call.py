"""`call` and `stop` as a person runs them: real processes, and nobody at a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.house import House, skill

Make = Callable[..., House]
MODES = ("read-only", "dual-sign-required")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """One for all that leave no trace: what was scanned once is kept."""
    house = House(tmp_path_factory.mktemp("house"), {"notes.txt": "mine\n", "skills/odd/SKILL.md": skill("odd")})
    for mode in MODES:
        place = house.home / f".sealskill/personas/{mode}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(
            f"---\nname: {mode}\ndescription: One.\nwhen_to_use: Now.\npermission_mode: {mode}\n---\nBe it.\n"
        )
    tool = house.home / "external/tool"
    tool.mkdir(parents=True)
    (tool / "skill.json").write_text(json.dumps({"name": "tool", "description": "Runs.", "entry": "run.sh"}))
    (tool / "run.sh").write_text(f"#!/bin/sh\ntouch {house.work}/made\necho 1\n")
    (tool / "run.sh").chmod(0o755)
    return house


def test_a_value_is_printed_and_the_call_is_in_the_audit(house: House) -> None:
    done = house.run("call", "read", "--args", '{"path": "notes.txt"}', "--json")
    assert (done.code, done.json["ok"], done.json["value"]["text"]) == (0, True, "mine")
    assert (done.json["origin"], done.json["decision"]) == ("tool:read", "allow")
    plain = house.run("call", "list_dir")
    assert (plain.code, json.loads(plain.out)["total"]) == (0, 2)
    assert (house.home / ".sealskill/sealskill.db").stat().st_mode & 0o077 == 0


ODD = "one\ntwo\t\x1b[31m\u202e\u200b\x7f\u00e9"


def test_a_value_and_a_question_are_what_they_are_and_paint_nothing(house: House) -> None:
    (house.work / "odd.txt").write_text(ODD, encoding="utf-8")
    try:
        done = house.run("call", "read", "--args", '{"path": "odd.txt"}', "--json")
    finally:
        (house.work / "odd.txt").unlink()
    assert done.json["value"]["text"] == ODD
    assert done.out.replace("\n", "").isprintable()
    assert done.out.isascii()


TOUCH = '{"command": "touch made"}'
WRITE = '{"path": "made", "content": "x"}'
DENIED = {
    "unknown": ["wriet", "--args", WRITE],
    "arguments": ["write", "--args", '{"path": 1}'],
    "a class": ["write", "--args", WRITE, "--persona", "read-only"],
    "no boundary": ["exec", "--args", TOUCH, "--persona", "dual-sign-required"],
    "dangerous": ["exec", "--args", TOUCH, "--unsafe-unconfined"],
    "a skill without the capability": ["write", "--args", WRITE, "--skill", "odd"],
    "nobody to be asked": ["write", "--args", WRITE],
    "nobody to sign": ["tool", "--persona", "dual-sign-required", "--unsafe-unconfined"],
    "a skill that is not here": ["write", "--args", WRITE, "--skill", "nobody"],
}


@pytest.mark.parametrize("name", list(DENIED))
def test_what_is_denied_on_the_command_line_touches_nothing(name: str, house: House) -> None:
    done = house.run("call", *DENIED[name])
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("error: ")
    assert not (house.work / "made").exists()


def test_a_question_waits_in_the_queue_for_somebody_else(house: House) -> None:
    done = house.run("call", "write", "--args", WRITE, "--approver", "queue", "--json")
    assert (done.code, done.json["ok"]) == (1, False)
    assert done.json["answer"] in ("waiting", "nobody")


@pytest.mark.parametrize("wrong", [["--args", ""], ["--approver", "mother"], ["--persona", "nobody"]])
def test_a_call_that_cannot_work_is_wrong_usage(wrong: list[str], house: House) -> None:
    assert house.run("call", "list_dir", *wrong).code == 2


def test_a_stop_holds_in_every_process_until_it_is_lifted(house: House) -> None:
    assert house.run("stop", "--list").out == "Nothing is stopped.\n"
    stopped = house.run("stop", "--why", "fire", "--json")
    assert [one["why"] for one in stopped.json["stops"]] == ["fire"]
    refused = house.run("call", "list_dir")
    assert (refused.code, "fire" in refused.err) == (1, True)
    assert house.run("stop", "--lift").code == 0
    assert house.run("stop", "--lift").code == 1
    assert house.run("call", "list_dir").code == 0
    assert house.run("stop", "one", "--all").code == 2


def test_a_stop_of_a_session_there_never_was_is_no_quiet_success(house: House) -> None:
    done = house.run("stop", "no-such-session")
    assert (done.code, "nothing that runs is stopped" in done.err) == (1, True)
    assert house.run("stop", "--lift", "no-such-session").code == 0
    house.run("call", "list_dir")
    opened = [one for one in house.run("audit", "list", "--json").json["entries"] if one["action"] == "session.opened"]
    assert house.run("stop", opened[-1]["session"]).code == 0
    assert house.run("stop", "--lift").code == 0


def test_without_an_audit_nothing_is_called(make_house: Make) -> None:
    house = make_house()
    place: Path = house.home / ".sealskill/sealskill.db"
    place.parent.mkdir()
    place.write_bytes(b"no database" * 100)
    done = house.run("call", "list_dir")
    assert (done.code, done.out) == (3, "")
    assert house.run("list").code == 0


def test_a_file_of_the_workspace_is_nobody_that_a_name_means(house: House) -> None:
    house.write(
        {"read-only": "---\nname: x\ndescription: D.\nwhen_to_use: W.\npermission_mode: dual-sign-required\n---\n"}
    )
    done = house.run("call", "write", "--args", WRITE, "--persona", "read-only", "--json")
    assert "which read-only denies" in done.json["error"]
    (house.work / "read-only").unlink()
