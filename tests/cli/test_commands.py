"""The program as a person runs it: real processes, a home and a workspace of their own."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.house import House, skill

Make = Callable[..., House]
ALONE = ("--root", "skills")  # without the skills that ship with us
NEEDS = 'metadata: {"openclaw": {"requires": {"bins": ["no-such-program-here"]}}}'
WORLD = {
    "skills/one/SKILL.md": skill("one", "Makes minutes. Use for meetings."),
    "skills/two/SKILL.md": skill("two", "Needs a program.", NEEDS),
    "skills/off/SKILL.md": skill("off"),
    "skills/bad/SKILL.md": "---\nname: bad\n---\n",
    "sealskill.yaml": "skills:\n  disabled: [off]\n",
}


def test_list_shows_every_state(make_house: Make) -> None:
    done = make_house(WORLD).run("list", *ALONE)
    assert done.code == 0
    assert done.out == (
        "Skills (1/2 ready)\n"
        "Status      Skill  Description                       Source\n"
        "+ ready     one    Makes minutes. Use for meetings.  extra\n"
        "x missing   two    Needs a program.                  extra\n"
        "- disabled  off    Does one thing. Use when asked.   extra\n"
        "! invalid   bad                                      extra\n"
    )
    assert done.err == ""


def test_an_empty_default_root_is_a_quiet_zero(make_house: Make) -> None:
    done = make_house().run("list", "--json")
    assert (done.code, done.err) == (0, "")
    assert {row["source"] for row in done.json["skills"]} == {"bundled"}


@pytest.mark.parametrize("command", [["list"], ["check"], ["prompt"], ["find", "x"]])
@pytest.mark.parametrize("root", ["hollow", "missing"])
def test_nothing_at_a_root_that_was_named_exits_3(make_house: Make, command: list[str], root: str) -> None:
    house = make_house()
    (house.work / "hollow").mkdir()
    done = house.run(*command, "--root", root)
    assert done.code == 3
    assert root in done.err
    assert "Traceback" not in done.err


LOOKING = [["list"], ["check"], ["prompt"], ["find", "pdf"], ["info", "one"], ["config"], ["config", "path"], ["watch"]]


@pytest.mark.parametrize("command", LOOKING, ids=" ".join)
def test_a_workspace_that_was_named_and_is_not_there_exits_3(make_house: Make, command: list[str]) -> None:
    done = make_house().run(*command, "--workspace", "no-such")
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("error: there is no folder ")


@pytest.mark.parametrize("command", [*LOOKING, ["validate", "x"], ["trust", "."], ["new", "pdf"]], ids=" ".join)
def test_a_current_folder_that_is_gone_ends_in_words(make_house: Make, command: list[str]) -> None:
    house = make_house()
    gone = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", gone, "sh", sys.executable, "-m", "sealskill", *command],
        cwd=house.work, env=house.environ(), capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode == 3
    assert done.stderr.startswith("error: ")


@pytest.mark.parametrize("given", ["skills.nonsense=1", "skills.max_injected=many", "nothing"])
def test_a_setting_mistyped_on_the_command_line_is_wrong_usage(make_house: Make, given: str) -> None:
    assert make_house().run("list", "--set", given).code == 2


@pytest.mark.parametrize(
    "command", ["trust ?", "trust revoke ?", "validate ?", "list --root ?", "list --workspace ?", "new x --dir ?"]
)
def test_an_empty_path_is_wrong_usage_and_never_the_current_folder(make_house: Make, command: str) -> None:
    house = make_house(WORLD)
    done = house.run(*("" if word == "?" else word for word in command.split()))
    assert (done.code, done.out) == (2, "")
    assert house.run("trust", "list", "--json").json["workspaces"] == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
@pytest.mark.parametrize("command", ["list", "list --json", "check", "prompt", "--help", "config"])
def test_an_answer_that_could_not_be_printed_is_not_taken_for_findings(make_house: Make, command: str) -> None:
    house, words = make_house(WORLD), command.split()
    for where, code in [(">/dev/full", 3), (">&-", 0 if words[0] != "check" else 1)]:
        done = subprocess.run(
            ["sh", "-c", f'exec "$@" {where}', "sh", sys.executable, "-m", "sealskill", *words],
            cwd=house.work, env=house.environ(), stderr=subprocess.PIPE, text=True, check=False, timeout=60,
        )  # fmt: skip
        assert "Traceback" not in done.stderr
        assert done.returncode == code, (where, done.stderr)


def test_a_named_root_is_looked_into_instead_of_the_usual_places(make_house: Make) -> None:
    house = make_house({**WORLD, "other/three/SKILL.md": skill("three")})
    done = house.run("list", "--json", "--root", "other")
    assert [row["name"] for row in done.json["skills"]] == ["three"]


def test_list_says_that_there_is_more_to_hear(make_house: Make) -> None:
    house = make_house({**WORLD, "sealskill.yaml": "skills: {load: {extra_dirs: [/tmp]}}\n"})
    assert house.run("list").err == "notices: 1; `sealskill check` shows them\n"
    assert "extra_dirs" in house.run("check").out


def test_list_prints_seals_when_they_are_asked_for(make_house: Make) -> None:
    house = make_house(WORLD)
    seals = [row["seal"] for row in house.run("list", "--json", "--seal", "--eligible", *ALONE).json["skills"]]
    assert [seal[:7] for seal in seals] == ["sha256:"]
    assert seals[0] in house.run("list", "--seal", *ALONE).out


def test_list_filters(make_house: Make) -> None:
    house = make_house(WORLD)
    assert [row["name"] for row in house.run("list", "--json", "--eligible", *ALONE).json["skills"]] == ["one"]
    assert house.run("list", "--json", "--category", "none-such").json["skills"] == []
    none = house.run("list", "--eligible", "--set", "skills.enabled=false")
    assert none.out == "No eligible skills found. Run `sealskill list` to see all skills.\n"


def test_the_parts_add_up_to_the_manifests_on_disk(make_house: Make) -> None:
    house = make_house({**WORLD, "skills/one/inner/SKILL.md": skill("inner"), "skills/.hidden/x/SKILL.md": skill("x")})
    summary = house.run("check", "--json", "--fail-on", "never", *ALONE).json["summary"]
    parts = ("ready", "blocked", "disabled", "invalid", "unreadable", "shadowed", "nested", "skipped")
    assert summary["manifests"] == sum(summary[part] for part in parts) == 6
    assert (summary["nested"], summary["skipped"], summary["blocked_by"]) == (1, 1, {"bins": 1})


@pytest.mark.parametrize(
    ("fault", "codes"),
    [
        (None, {"never": 0, "invalid": 0, "blocked": 0, "missing": 0, "warning": 0}),
        ("invalid", {"never": 0, "invalid": 1, "blocked": 1, "missing": 1, "warning": 1}),
        ("blocked", {"never": 0, "invalid": 0, "blocked": 1, "missing": 1, "warning": 1}),
        ("missing", {"never": 0, "invalid": 0, "blocked": 0, "missing": 1, "warning": 1}),
        ("warning", {"never": 0, "invalid": 0, "blocked": 0, "missing": 0, "warning": 1}),
    ],
)
def test_fail_on_chooses_what_fails(make_house: Make, fault: str | None, codes: dict[str, int]) -> None:
    faults = {
        "invalid": {"skills/bad/SKILL.md": "---\nname: bad\n---\n"},
        "blocked": {"skills/thief/SKILL.md": skill("thief", "Steals.", 'metadata: {"openclaw": {"skillKey": "one"}}')},
        "missing": {"skills/two/SKILL.md": WORLD["skills/two/SKILL.md"]},
        "warning": {"skills/loud/SKILL.md": skill("LOUD")},
    }
    house = make_house({"skills/one/SKILL.md": WORLD["skills/one/SKILL.md"], **faults.get(fault or "", {})})
    assert {step: house.run("check", "--fail-on", step).code for step in codes} == codes


def test_check_fails_on_what_is_blocked_unless_told_otherwise(make_house: Make) -> None:
    assert make_house(WORLD).run("check").code == 1


def test_an_allow_list_is_no_fault(make_house: Make) -> None:
    house = make_house({"skills/one/SKILL.md": skill("one"), "sealskill.yaml": "agents: {defaults: {skills: []}}\n"})
    done = house.run("check", "--json", *ALONE)
    assert (done.code, done.json["agent_filtered"]) == (0, ["one"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_cannot_be_read_exits_3(make_house: Make) -> None:
    house = make_house(WORLD)
    (house.work / "skills/one/SKILL.md").chmod(0)
    assert house.run("list").code == 3


def test_info_of_an_unknown_name_exits_1_and_suggests(make_house: Make) -> None:
    done = make_house(WORLD).run("info", "onee")
    assert (done.code, done.out) == (1, "")
    assert done.err == "error: no skill is named 'onee'\ndid you mean one?\n"


def test_info_of_an_unknown_name_is_json_with_json(make_house: Make) -> None:
    done = make_house(WORLD).run("info", "onee", "--json")
    assert (done.code, done.json["kind"], done.json["skill"], done.json["near"]) == (
        1,
        "unknown_skill",
        "onee",
        ["one"],
    )


@pytest.mark.parametrize(
    ("name", "title"), [("one", "+ Ready"), ("two", "x Missing requirements"), ("bad", "! Invalid")]
)
def test_info_names_the_state(make_house: Make, name: str, title: str) -> None:
    done = make_house(WORLD).run("info", name)
    assert done.out.startswith(f"{name} {title}\n")
    assert done.code == 0


def test_info_shows_a_seal_when_asked(make_house: Make) -> None:
    done = make_house(WORLD).run("info", "one", "--seal", "--json")
    assert done.json["seal"].startswith("sha256:")


@pytest.mark.parametrize("dialect", ["SKILL.md", "skill.json", "skill.yaml"])
def test_what_new_makes_passes_validate_strict(make_house: Make, dialect: str) -> None:
    house = make_house()
    assert house.run("new", "pdf-tables", "--dialect", dialect).code == 0
    done = house.run("validate", "--strict", "skills/pdf-tables")
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{house.work}/skills/pdf-tables/{dialect} + valid\n"


def test_validate_takes_a_manifest_a_folder_and_a_tree(make_house: Make) -> None:
    house = make_house(WORLD)
    for path, packages in (("skills/one/SKILL.md", 1), ("skills/one", 1), ("skills", 4)):
        assert house.run("validate", path, "--json").json["packages"] == packages


def test_validate_says_everything_and_exits_1(make_house: Make) -> None:
    done = make_house({"skills/x/SKILL.md": skill("Wrong-Name")}).run("validate", "skills/x")
    assert done.code == 1
    assert "must be lowercase" in done.out
    assert "must match" in done.out


def test_validate_of_nothing_exits_3(make_house: Make) -> None:
    assert make_house().run("validate", "nowhere").code == 3


def test_validate_refuses_two_profiles(make_house: Make) -> None:
    assert make_house().run("validate", "--strict", "--profile", "load", "x").code == 2


def test_prompt_lists_ready_skills_only(make_house: Make) -> None:
    done = make_house(WORLD).run("prompt", *ALONE)
    assert done.code == 0
    assert done.out.count("<name>") == 1
    assert "<name>one</name>" in done.out


def test_prompt_says_what_it_left_out(make_house: Make) -> None:
    house = make_house({f"skills/s{n}/SKILL.md": skill(f"s{n}", "word " * 100) for n in range(20)})
    done = house.run("prompt", "--budget", "2500", "--json", *ALONE)
    assert len(done.json["text"]) <= 2500
    assert len(done.json["listed"]) + len(done.json["omitted"]) == 20
    assert done.json["omitted"]
    assert all(name in done.err for name in done.json["omitted"])


def test_prompt_of_nothing_is_empty(make_house: Make) -> None:
    done = make_house().run("prompt", "--set", "skills.enabled=false")
    assert (done.code, done.out) == (0, "")


@pytest.mark.parametrize("style", ["compact", "skills-ref", "full", "json"])
def test_every_prompt_format_is_printed(make_house: Make, style: str) -> None:
    done = make_house(WORLD).run("prompt", "--format", style)
    assert done.code == 0
    assert "one" in done.out


def test_sealed_locations_point_at_the_copies(make_house: Make) -> None:
    house = make_house(WORLD)
    done = house.run("prompt", "--locations", "sealed")
    assert f"<location>{house.home}/.sealskill/sealed/" in done.out


def test_find_answers_or_exits_1(make_house: Make) -> None:
    house = make_house(WORLD)
    assert [hit["name"] for hit in house.run("find", "meeting", "minutes", "--json").json["results"]] == ["one"]
    assert house.run("find", "zebra").code == 1


def test_trust_is_given_shown_and_taken_back(make_house: Make) -> None:
    house = make_house(WORLD)
    assert house.run("info", "one", "--json").json["trust"] == "community"
    assert house.run("trust", ".").code == 0
    assert house.run("info", "one", "--json").json["trust"] == "local"
    [row] = house.run("trust", "list", "--json").json["workspaces"]
    assert (row["path"], row["current"]) == (str(house.work), True)
    (house.work / "sealskill.yaml").write_text("skills: {}\n")
    assert house.run("trust", "list").out.splitlines()[1].startswith("! changed since")
    assert house.run("info", "one", "--json").json["trust"] == "community"
    assert house.run("trust", "revoke", ".").code == 0
    assert house.run("trust", "revoke", ".").code == 1


def test_trust_of_what_is_no_folder_is_wrong_usage(make_house: Make) -> None:
    assert make_house(WORLD).run("trust", "sealskill.yaml").code == 2


def test_broken_settings_end_in_words_and_config_still_shows_them(make_house: Make) -> None:
    house = make_house({"sealskill.yaml": "skills:\n  disbled: [x]\n"})
    done = house.run("list", "--json")
    assert "Traceback" not in done.err
    assert (done.code, done.json["kind"]) == (3, "bad_settings")
    shown = house.run("config", "show")
    assert shown.code == 1
    assert "disbled" in shown.out


def test_config_shows_values_sources_and_never_secrets(make_house: Make) -> None:
    house = make_house()
    (house.home / ".sealskill").mkdir(mode=0o700)
    file = house.home / ".sealskill/config.yaml"
    file.write_text("skills:\n  max_injected: 7\n  entries: {pdf: {api_key: hunter2}}\n")
    done = house.run("config", "show", "--json")
    assert "hunter2" not in done.out + house.run("config").out
    row = next(row for row in done.json["settings"] if row["key"] == "skills.max_injected")
    assert (row["value"], row["ignored"]) == (7, "")
    assert str(file) in row["source"]
    assert str(file) in house.run("config", "path").out.splitlines()


def test_the_command_line_sets_settings(make_house: Make) -> None:
    house = make_house(WORLD)
    rows = house.run("list", "--json", "--set", 'skills.disabled=["one"]').json["skills"]
    assert next(row["status"] for row in rows if row["name"] == "one") == "disabled"
    done = house.run("list", "--set", "skills.nonsense=3")
    assert done.code == 2
    assert "nonsense" in done.err


def test_verbose_prints_the_loaders_lines(make_house: Make) -> None:
    house = make_house()
    tool = house.home / "external/disk"
    tool.mkdir(parents=True)
    (tool / "skill.json").write_text('{"name": "disk", "description": "d", "entry": "run.sh"}')
    (tool / "run.sh").write_text("#!/bin/sh\n")
    (tool / "run.sh").chmod(0o755)
    done = house.run("list", "-v")
    assert done.err == f'skill loader: registered subprocess skill "disk" from {tool}/skill.json\n'
    assert house.run("list").err == ""


HOSTILE = {
    "skills/a/SKILL.md": skill("a", '"\\e[31mred\\e[0m \\u202egnp.exe [red]markup[/red]\\n+ ready  forged"'),
    "skills/b\x1b[2J/SKILL.md": skill("b", "[bold]b[/bold]"),
}


@pytest.mark.parametrize(
    "command", [["list"], ["list", "-v"], ["list", "--json"], ["check", "-v"], ["check", "--json"], ["info", "a"],
                ["info", "b"], ["info", "b", "--json"], ["prompt"], ["prompt", "--json"], ["find", "markup"],
                ["validate", "skills"], ["validate", "--json", "skills"]],
)  # fmt: skip
def test_strangers_do_not_reach_the_terminal(make_house: Make, command: list[str]) -> None:
    done = make_house(HOSTILE).run(*command)
    assert not set(done.out + done.err) & {"\x1b", "\x9b", "\u202e"}
    assert "\n+ ready  forged" not in done.out
    assert done.code in (0, 1)


def test_markup_in_a_name_stays_text(make_house: Make) -> None:
    assert "[red]markup[/red]" in make_house(HOSTILE).run("list", COLUMNS="200").out


def test_a_screen_of_forty_cells_is_kept(make_house: Make) -> None:
    done = make_house(WORLD).run("list", COLUMNS="40")
    assert all(len(line) <= 40 for line in done.out.splitlines())
    assert "one" in done.out


def test_watch_tells_what_changed(make_house: Make) -> None:
    house = make_house(WORLD)
    for flags in (["--poll"], []):
        process = subprocess.Popen(
            [sys.executable, "-m", "sealskill", "watch", "--count", "1", *flags],
            cwd=house.work, env=house.environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stderr is not None
        assert "watching" in process.stderr.readline()
        time.sleep(0.5)
        name = f"fresh{len(flags)}"
        house.write({f"skills/{name}/SKILL.md": skill(name)})
        out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (0, f"+ appeared  {name}: ready\n", "")


def test_ctrl_c_ends_watch_quietly(make_house: Make) -> None:
    house = make_house(WORLD)
    process = subprocess.Popen(
        [sys.executable, "-m", "sealskill", "watch"],
        cwd=house.work, env=house.environ(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    process.stderr.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, "", "")


def test_the_demo_shows_every_state_and_leaves_nothing(make_house: Make, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    done = make_house().run("demo", TMPDIR=str(scratch))
    assert (done.code, done.err) == (0, "")
    for sign in ("+ ready", "x missing", "x blocked", "- disabled", "! invalid"):
        assert f"\n{sign} " in done.out
    assert "<available_skills>" in done.out
    assert list(scratch.iterdir()) == []


def test_the_shell_completes_names_of_skills(make_house: Make) -> None:
    house = make_house(WORLD)
    done = house.run(_SEALSKILL_COMPLETE="complete_bash", COMP_WORDS="sealskill info o", COMP_CWORD="2")
    assert done.out.split() == ["off", "one"]


def on_a_terminal(house: House, *args: str, **environ: str) -> str:
    """What a terminal receives."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sealskill", *args], cwd=house.work, stdin=theirs, stdout=theirs, stderr=theirs,
        env=house.environ(TERM="xterm-256color", COLUMNS="100", **environ),
    )  # fmt: skip
    os.close(theirs)
    received = b""
    with contextlib.suppress(OSError):  # Linux ends a terminal nobody writes to any more with EIO
        while chunk := os.read(ours, 65536):
            received += chunk
    os.close(ours)
    process.wait(timeout=30)
    return received.decode().replace("\r\n", "\n")


def plain(text: str) -> str:
    """Without colours, and without what a progress line took back."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return "\n".join(line.rsplit("\r", 1)[-1].rstrip() for line in text.split("\n"))


@pytest.mark.parametrize("command", [["list"], ["list", "-v"], ["info", "two"], ["check"], ["validate", "skills"]])
def test_a_terminal_shows_the_same_words_in_colour(make_house: Make, command: list[str]) -> None:
    house = make_house(WORLD)
    drawn = on_a_terminal(house, *command)
    assert "\x1b[" in drawn
    assert plain(drawn) == house.run(*command, COLUMNS="100").out


def test_no_color_is_honoured(make_house: Make) -> None:
    house = make_house(WORLD)
    drawn = on_a_terminal(house, "list", NO_COLOR="1")
    assert "\x1b" not in drawn
    assert plain(drawn) == house.run("list", COLUMNS="100").out


@pytest.mark.parametrize(
    "command", [["list"], ["check"], ["info", "a"], ["info", "b"], ["prompt"], ["prompt", "--format", "full"]]
)
def test_on_a_terminal_strangers_have_no_colours_and_no_markup(make_house: Make, command: list[str]) -> None:
    drawn = on_a_terminal(make_house(HOSTILE), *command)
    assert not re.findall(r"\x1b(?!\[[0-9;]*m)", drawn)
    assert "\x1b[31mred" not in drawn
    assert not set(drawn) & {"\x9b", "\u202e"}


@pytest.mark.parametrize("command", [["list"], ["check", "--fail-on", "never"], ["doctor"], ["config"]])
def test_every_command_prints_json(make_house: Make, command: list[str]) -> None:
    done = make_house(WORLD).run(*command, "--json")
    assert done.json["schema"].startswith("sealskill.")
    assert done.err == ""
