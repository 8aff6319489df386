"""`sealskill audit`: what was recorded, and whether it still is what was recorded."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.house import House

from sealskill import settings
from sealskill.model.record import Category, Record
from sealskill.session import keeping

Make = Callable[..., House]


def config(house: House, text: str = "audit: {anchor: {file: ~/anchors}, anchor_every: 3}\n") -> None:
    folder = house.home / ".sealskill"
    folder.mkdir(mode=0o700, exist_ok=True)
    (folder / "config.yaml").write_text(text)


def recorded(house: House, count: int, **more: Any) -> None:
    """So many entries, written as a session writes them."""
    environ = house.environ()
    found, _ = settings.load(environ=environ, home=house.home, workspace=house.work, trust=lambda *_: False)
    with keeping.recording(found, environ) as (_kept, log):
        for number in range(1, count + 1):
            category = Category.CALL if number % 2 else Category.SECURITY
            said = {"action": "call.decided", "category": category, "actor": "ada", "tool": "write", "decision": "deny"}
            log.append(Record(**(said | {"reasons": (f"reason {number}",)} | more)))


def database(house: House) -> Path:
    return house.home / ".sealskill" / "sealskill.db"


def edit(house: House, sql: str) -> None:
    with sqlite3.connect(database(house)) as connection:
        connection.execute(sql)
    connection.close()


def test_an_edit_is_named_and_ends_in_one(make_house: Make) -> None:
    house = make_house()
    config(house)
    recorded(house, 7)
    edit(house, "UPDATE audit SET actor = 'eve' WHERE sequence = 5")
    done = house.run("audit", "verify")
    assert (done.code, done.err) == (1, "")
    assert done.out.splitlines()[0] == "x broken: entry 5 was edited: its hash is not that of what it says"
    found = house.run("audit", "verify", "--json").json
    assert (found["ok"], found["breach"]["sequence"], found["proven"], found["last"]) == (False, 5, 3, 4)


def test_it_never_says_more_than_it_can_see(make_house: Make) -> None:
    house = make_house()
    recorded(house, 7)
    done = house.run("audit", "verify")
    assert done.code == 0
    assert done.out.splitlines() == [
        "+ whole: 7 entries",
        "No checkpoint confirms any of it: whoever may write to the database may have written all of it anew.",
    ]
    config(house)
    recorded(house, 1)
    done = house.run("audit", "verify")
    assert done.code == 0
    [title, proven, rest] = done.out.splitlines()
    assert title == "+ whole: 8 entries"
    assert proven.startswith("Up to entry 7 nobody changed anything since 2")
    assert rest == "Entry 8 agrees with what stands before, and no more is known."


@pytest.mark.parametrize("gone", ["sealskill.db", "anchors", "audit.key"])
def test_what_was_taken_away_is_no_all_clear(gone: str, make_house: Make) -> None:
    house = make_house()
    config(house)
    recorded(house, 7)
    for file in [*house.home.rglob(f"{gone}*")]:
        file.unlink()
    done = house.run("audit", "verify")
    assert done.code == 3
    assert "whole" not in done.out


def test_without_a_database_nothing_is_made_and_a_list_is_empty(make_house: Make) -> None:
    house = make_house()
    done = house.run("audit", "list")
    assert (done.code, done.out, done.err) == (0, "", "nothing was recorded\n")
    assert house.run("audit", "list", "--json").json == {"schema": "sealskill.audit/1", "entries": []}
    assert [house.run("audit", *line).code for line in (["verify"], ["show", "1"], ["export"])] == [3, 2, 0]
    assert not database(house).exists()


def test_reading_works_where_nothing_can_be_written(make_house: Make) -> None:
    house = make_house()
    recorded(house, 4)
    folder = house.home / ".sealskill"
    database(house).chmod(0o400)
    folder.chmod(0o500)
    before = database(house).read_bytes()
    try:
        for line in (["verify"], ["list"], ["show", "4"], ["export"]):
            assert house.run("audit", *line).code == 0
        assert database(house).read_bytes() == before
    finally:
        folder.chmod(0o700)


def test_a_list_is_cut_by_time_kind_and_number(make_house: Make) -> None:
    house = make_house()
    recorded(house, 7)

    def numbers(*flags: str) -> list[int]:
        return [one["sequence"] for one in house.run("audit", "list", "--json", *flags).json["entries"]]

    assert numbers("--limit", "2") == [6, 7]
    assert numbers("--limit", "0") == [1, 2, 3, 4, 5, 6, 7]
    assert numbers("--category", "security") == [2, 4, 6]
    assert numbers("--category", "security", "--limit", "2") == [4, 6]
    assert numbers("--since", "1h") == [1, 2, 3, 4, 5, 6, 7]
    assert numbers("--since", "2999-01-01") == []
    time = house.run("audit", "show", "4", "--json").json["time"]
    assert numbers("--since", time) == [4, 5, 6, 7]


@pytest.mark.parametrize(
    "line",
    [
        ["nonsense"], ["show"], ["show", "x"], ["show", "-1"], ["show", "99"], ["list", "--since", "yesterday"],
        ["list", "--category", "secrets"], ["rotate"], ["rotate", "old"], ["rotate", "old", "--before", "1"],
        ["anchor"], ["export", "--format", "xml"],
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_wrong_usage(line: list[str], make_house: Make) -> None:
    house = make_house()
    recorded(house, 1)
    done = house.run("audit", *line)
    assert (done.code, done.out) == (2, "")
    assert "Traceback" not in done.err
    assert done.err


def test_no_entry_paints_the_screen(make_house: Make) -> None:
    house = make_house()
    evil = "\x1b[2J\nx\u202e"
    recorded(house, 1, actor=evil, tool=evil, reasons=(evil,), detail={evil: evil})
    for line in (
        ["list"],
        ["show", "1"],
        ["list", "--json"],
        ["show", "1", "--json"],
        ["export"],
        ["export", "--format", "cef"],
    ):
        done = house.run("audit", *line)
        assert done.code == 0
        assert "\x1b" not in done.out
        assert "\u202e" not in done.out


def test_an_export_is_one_line_for_each_and_verifies_alone(make_house: Make) -> None:
    house = make_house()
    recorded(house, 5)
    lines = house.run("audit", "export").out
    assert [json.loads(line)["sequence"] for line in lines.splitlines()] == [1, 2, 3, 4, 5]
    (house.work / "all.jsonl").write_text(lines)
    assert house.run("audit", "verify", "all.jsonl", "--only-files").out.splitlines()[0] == "+ whole: 5 entries"
    (house.work / "all.jsonl").write_text(lines.replace("reason 2", "reason 9"))
    assert house.run("audit", "verify", "all.jsonl", "--only-files").code == 1
    assert house.run("audit", "verify", "none.jsonl").code == 3
    cef = house.run("audit", "export", "--format", "cef", "--category", "security").out.splitlines()
    assert [line[:24] for line in cef] == ["CEF:0|sealskill|sealskil"] * 2


def test_rotation_and_checkpoints_from_the_command_line(make_house: Make) -> None:
    house = make_house()
    config(house)
    recorded(house, 5)
    assert house.run("audit", "anchor").code == 0
    done = house.run("audit", "rotate", "old", "--before", "0s", "--json")
    assert (done.code, done.json["first"], done.json["last"]) == (0, 1, 4)
    assert house.run("audit", "rotate", "old", "--before", "2020-01-01").out == "nothing is that old\n"
    log = house.work / "syslog"
    log.write_text(
        "Nov 20 host cron: hello\n"
        + "".join(f"Nov 20 host x: {line}\n" for line in (house.home / "anchors").read_text().splitlines())
    )
    found = house.run("audit", "verify", done.json["file"], "--json").json
    assert (found["ok"], found["entries"], found["proven"], found["notes"]) == (True, 6, 6, [])
    config(house, "audit: {}\n")
    found = house.run("audit", "verify", done.json["file"], "--checkpoints", "syslog", "--json").json
    assert (found["ok"], found["proven"]) == (True, 6)


def test_whoever_follows_sees_entries_come(make_house: Make) -> None:
    house = make_house()
    recorded(house, 2)
    process = subprocess.Popen(
        [sys.executable, "-m", "sealskill", "audit", "list", "--follow", "--json"],
        cwd=house.work, env=house.environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    seen = [json.loads(process.stdout.readline())["entries"][0]["sequence"] for _ in range(2)]
    recorded(house, 2)
    seen += [json.loads(process.stdout.readline())["entries"][0]["sequence"] for _ in range(2)]
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert (seen, process.returncode) == ([1, 2, 3, 4], 130)


def test_a_password_is_in_no_word_it_says(make_house: Make) -> None:
    house = make_house()
    config(house, "database: {url: 'postgresql+pg8000://me:sk-live-8f3a@127.0.0.1:1/x'}\n")
    for line in (["audit", "list"], ["audit", "verify", "--json"], ["config", "show"], ["config", "show", "--json"]):
        done = house.run(*line)
        assert "sk-live-8f3a" not in done.out + done.err
    assert done.code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with a name")
def test_what_stands_in_the_place_of_the_database_is_not_waited_for(make_house: Make) -> None:
    house = make_house()
    (house.home / ".sealskill").mkdir(mode=0o700)
    os.mkfifo(database(house))
    assert house.run("audit", "list").code == 3


def test_an_entry_that_cannot_be_read_hides_none_behind_it(make_house: Make) -> None:
    """A record that ends at its first torn line is one that anybody can end."""
    house = make_house()
    recorded(house, 5)
    edit(house, "UPDATE audit SET tool = CAST(x'ff' AS TEXT), reasons = '{' WHERE sequence = 2")
    edit(house, "UPDATE audit SET reasons = '{', time = 9223372036854775807 WHERE sequence = 3")
    listed = house.run("audit", "list", "--json").json["entries"]
    assert [(one["sequence"], one["action"]) for one in listed] == [
        (1, "call.decided"), (2, "unreadable"), (3, "call.decided"), (4, "call.decided"), (5, "call.decided"),
    ]  # fmt: skip
    assert [house.run("audit", *line).code for line in (["list"], ["show", "2"], ["show", "3"], ["export"])] == [0] * 4
    assert house.run("audit", "export", "--format", "cef").code == 0
    assert house.run("audit", "verify", "--json").json["breach"]["sequence"] == 2
