"""Granting and approving as a person does it: real processes, and a real terminal where a secret is typed."""

from __future__ import annotations

import json
import os
import pty
import sys
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.approve.ground import SECRET
from tests.approve.pty import Screen
from tests.cli.house import House, skill

Make = Callable[..., House]
WORLD = {"skills/one/SKILL.md": skill("one"), "theirs/two/SKILL.md": skill("two")}
OWN = ("--root", "skills")
GIVE = ("--egress", "api.example.com:443", "--env", "TOKEN")


@pytest.fixture
def house(make_house: Make) -> House:
    return make_house(WORLD)


@contextmanager
def sitting(house: House, *args: str, **environ: str) -> Iterator[Callable[[str, str], str]]:
    """The program at a terminal of its own; what is yielded waits for a prompt and answers it."""
    child, handle = pty.fork()
    if not child:  # pragma: no cover  another process
        try:
            os.chdir(house.work)
            os.execve(sys.executable, [sys.executable, "-m", "sealskill", *args], house.environ(**environ))
        finally:
            os._exit(127)
    termios.tcsetwinsize(handle, (40, 100))
    screen = Screen(handle=handle, device=Path("/dev/tty"), seen=[], left=[])
    try:
        yield screen.answer
        house.ended = _rest(screen, child)  # type: ignore[attr-defined]
    finally:
        os.close(handle)


def _rest(screen: Screen, child: int) -> tuple[int, str]:
    text = "".join(screen.left)
    while True:
        try:
            more = os.read(screen.handle, 4096)
        except OSError:  # Linux says so when the other end is closed
            break
        text += more.decode()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), "".join(screen.seen) + text


def ended(house: House) -> tuple[int, str]:
    return house.ended  # type: ignore[attr-defined,no-any-return]


def register(house: House, *names: str) -> None:
    for number, name in enumerate(names):
        with sitting(house, "people", "add", name) as answer:
            if number:
                answer("Your name: ", names[0])
                answer("Your secret: ", SECRET)
            answer("Secret: ", SECRET)
            answer("Again: ", SECRET)
        assert ended(house)[0] == 0, ended(house)[1]


def granted(house: House) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = house.run("grants", "list", "--json").json["grants"]
    return rows


def test_the_owner_grants_while_nobody_is_registered_and_it_is_said(house: House) -> None:
    done = house.run("grants", "add", "one", *GIVE, *OWN)
    assert (done.code, done.err) == (0, "acting as owner (no person registered)\n")
    assert done.out.startswith("+ egress api.example.com:443\n+ env TOKEN\ngrt_")
    [row] = granted(house)
    assert row["gives"] == {"egress": ["api.example.com:443"], "env": ["TOKEN"]}
    assert row["by"] == ["owner (no person registered)"]
    again = house.run("grants", "add", "one", "--env", "TOKEN", *OWN)
    assert (again.code, granted(house)) == (2, [row])
    assert house.run("grants", "revoke", row["id"]).code == 0
    assert granted(house) == []


def test_what_nobody_is_given_is_refused_and_every_fault_is_told_at_once(house: House) -> None:
    bad = {
        "--egress": ["*:443", "example.com", "169.254.169.254:80", "10.0.0.1:80"], "--env": ["LD_PRELOAD"],
        "--path": ["/:read", "/proc:read", "~/.sealskill:read", "~:write"], "--boundary": ["none"],
        "--unsafe-private": ["db:5432@0.0.0.0/0"],
    }  # fmt: skip
    flags = [word for flag, values in bad.items() for value in values for word in (flag, value)]
    done = house.run("grants", "add", "one", *flags, *OWN)
    assert (done.code, done.out) == (2, "")
    said = done.err.splitlines()[0]
    assert said.count("; ") == sum(map(len, bad.values())) - 1
    assert house.run("grants", "add", "one", "--accept", "harmless", *OWN).code == 2
    assert house.run("grants", "add", "one", "--path", "/no/such:read", *OWN).code == 2
    assert house.run("grants", "add", "one", *OWN).code == 2
    assert granted(house) == []


def test_a_grant_to_a_stranger_is_for_its_bytes_and_never_without_a_boundary(house: House) -> None:
    (house.work / "theirs/two/.clawhub").mkdir()
    (house.work / "theirs/two/.clawhub/origin.json").write_text('{"version": 1, "slug": "two"}')
    done = house.run("grants", "add", "two", "--env", "TOKEN", "--root", "theirs", "--json")
    assert done.code == 0, done.err
    [row] = done.json["grants"]
    assert row["seal"] == house.run("info", "two", "--root", "theirs", "--seal", "--json").json["seal"]
    out = house.run("grants", "add", "two", "--boundary", "unconfined", "--root", "theirs")
    assert out.code == 2
    assert "stranger" in out.err


def test_a_secret_is_taken_from_a_terminal_and_from_nowhere_else(house: House) -> None:
    for words in (
        ["people", "add", "ann"],
        ["people", "add", "ann", "--secret", SECRET],
        ["people", "add", "ann", SECRET],
    ):
        done = house.run(*words, SEALSKILL_SECRET=SECRET)
        assert done.code == 2
    assert house.run("people", "list", "--json").json["people"] == []
    register(house, "ann")
    [row] = house.run("people", "list", "--json").json["people"]
    assert (row["name"], row["by"], row["revoked"]) == ("ann", "owner (no person registered)", "")
    assert SECRET not in ended(house)[1]


def test_once_somebody_is_registered_a_grant_waits_for_a_person(house: House) -> None:
    register(house, "ann")
    done = house.run("grants", "add", "one", *GIVE, *OWN, "--json")
    assert done.code == 1
    assert granted(house) == []
    id = done.json["change"]
    assert house.run("approvals", "approve", id).code == 2
    assert house.run("grants", "revoke", id).code == 2
    with sitting(house, "approvals", "approve", id) as answer:
        assert "+ egress api.example.com:443" in answer("Approve?", "y")
        answer("Your name", "ann")
        answer("Your secret: ", SECRET)
    assert ended(house)[0] == 0
    [row] = granted(house)
    assert (row["by"], row["change"]) == (["ann"], id)
    assert house.run("approvals", "show", id, "--json").json["changes"][0]["state"] == "applied"


def test_a_person_grants_and_revokes_at_the_terminal(house: House) -> None:
    register(house, "ann")
    with sitting(house, "grants", "add", "one", *GIVE, *OWN) as answer:
        answer("Approve?", "y")
        answer("Your name", "ann")
        answer("Your secret: ", SECRET)
    code, text = ended(house)
    assert code == 0, text
    [row] = granted(house)
    with sitting(house, "grants", "revoke", row["id"]) as answer:
        answer("Your name: ", "ann")
        answer("Your secret: ", "a guess of somebody")
    assert ended(house)[0] == 2
    assert granted(house) == [row]
    with sitting(house, "grants", "revoke", row["id"]) as answer:
        answer("Your name: ", "ann")
        answer("Your secret: ", SECRET)
    assert (ended(house)[0], granted(house)) == (0, [])


def test_whoever_is_registered_vouches_for_the_next(house: House) -> None:
    register(house, "ann", "bob")
    rows = house.run("people", "list", "--json").json["people"]
    assert [(one["name"], one["by"]) for one in rows] == [("ann", "owner (no person registered)"), ("bob", "ann")]
    with sitting(house, "people", "revoke", "bob") as answer:
        answer("Your name: ", "ann")
        answer("Your secret: ", SECRET)
    assert ended(house)[0] == 0
    assert "- revoked  bob" in house.run("people", "list").out


def test_a_no_needs_nobodys_secret_and_is_kept_with_its_reason(house: House) -> None:
    register(house, "ann")
    id = house.run("grants", "add", "one", *GIVE, *OWN, "--json").json["change"]
    assert "pending" in house.run("approvals", "list").out
    assert house.run("approvals", "reject", id, "--reason", "too wide").code == 0
    assert house.run("approvals", "list").out == "Nothing waits for an answer.\n"
    shown = house.run("approvals", "show", id).out
    assert "rejected: too wide" in shown
    assert house.run("approvals", "reject", id).code == 2


@pytest.mark.parametrize("word", ["show", "approve", "reject", "revoke"])
def test_an_id_nobody_gave_out_is_not_there(house: House, word: str) -> None:
    done = house.run("approvals", word, "chg_nobody", "--json")
    assert done.code == 2
    assert json.loads(done.out)["kind"] == "not_found"


def test_a_grant_of_the_settings_is_listed_and_revoked_there(house: House) -> None:
    config = house.home / ".sealskill/config.yaml"
    config.parent.mkdir(exist_ok=True, mode=0o700)
    config.write_text("skills: {entries: {one: {grant: {env: [TOKEN]}}}}\n")
    [row] = granted(house)
    assert (row["id"], row["skill"], row["gives"]) == ("settings", "one", {"env": ["TOKEN"]})
    done = house.run("grants", "revoke", "settings")
    assert done.code == 2
    assert "skills.entries" in done.err


def test_a_call_that_waited_is_made_again_in_its_session(house: House) -> None:
    register(house, "ann")
    words = ("call", "write", "--args", r'{"path": "notes.txt", "content": "hello\nyou"}', *OWN, "--approver", "queue")
    assert house.run(*words).code == 1
    [row] = house.run("approvals", "list", "--json").json["changes"]
    # A line end that were shown as a space would be another text than is going to be written.
    assert row["arguments"]["content"] == "hello\nyou"
    assert "+hello\n+you" in row["diff"]
    with sitting(house, "approvals", "approve", row["id"]) as answer:
        assert "+hello" in answer("Approve?", "y")
        answer("Your name", "ann")
        answer("Your secret: ", SECRET)
    assert not (house.work / "notes.txt").exists()
    assert house.run(*words).code == 1
    done = house.run(*words, "--session", row["session"])
    assert (done.code, (house.work / "notes.txt").read_text()) == (0, "hello\nyou"), done.err
    assert house.run(*words, "--session", row["session"]).code == 2
