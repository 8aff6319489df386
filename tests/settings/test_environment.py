"""Variables and the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.settings.house import TOP, House

from sealskill import settings

NOTHING = "nothing (leave the key out instead)"
BOTH = "set `skills.load.external_dirs` to different values"


@pytest.mark.parametrize("name", ["SEALSKILL_EXTERNAL_DIRS", "ONGRID_SKILLS_EXTERNAL_DIRS"])
@pytest.mark.parametrize(
    ("written", "folders"),
    [
        ("/a:/b", ("/a", "/b")),
        ("/a,/b", ("/a", "/b")),
        ("/a;/b\n/c", ("/a", "/b", "/c")),
        (" /a , :, ~/b ", ("/a", "HOME/b")),
        ("skills:/a", ("skills", "/a")),
        ("", ()),
    ],
)
def test_external_folders_are_split_as_documented(
    tmp_path: Path, name: str, written: str, folders: tuple[str, ...]
) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yaml": "skills: {load: {external_dirs: [/weaker]}}"})
    expected = tuple(folder.replace("HOME", str(house.home)) for folder in folders)
    assert house.load(environ={name: written}).load.external_dirs == expected
    assert house.row("skills.load.external_dirs", environ={name: written}).source == f"environment {name}"


def test_two_names_for_the_external_folders_have_to_agree(tmp_path: Path) -> None:
    house = House(tmp_path, {})
    agree = {"SEALSKILL_EXTERNAL_DIRS": "/a:/b", "ONGRID_SKILLS_EXTERNAL_DIRS": "/a,/b"}
    assert house.load(environ=agree).load.external_dirs == ("/a", "/b")
    assert house.problems(environ={**agree, "ONGRID_SKILLS_EXTERNAL_DIRS": "/c"}) == (
        f"environment SEALSKILL_EXTERNAL_DIRS and environment ONGRID_SKILLS_EXTERNAL_DIRS {BOTH}",
    )


def test_our_own_folder_can_be_elsewhere(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/mine/config.yaml": "skills: {max_injected: 1}"})
    for written in (f"{house.home}/mine", "~/mine"):
        got = house.load(environ={"SEALSKILL_HOME": written})
        assert (got.state, got.max_injected) == (f"{house.home}/mine", 1)


@pytest.mark.parametrize(("written", "why"), [("here", "must be an absolute path"), ("", "must not be empty")])
def test_our_own_folder_is_never_a_guess(tmp_path: Path, written: str, why: str) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yaml": "broken: true"})
    assert house.problems(environ={"SEALSKILL_HOME": written}) == (f"environment SEALSKILL_HOME {why}",)


def test_our_own_folder_is_known_before_anything_is_read(tmp_path: Path) -> None:
    assert settings.state_folder({}, tmp_path) == tmp_path / ".sealskill"
    assert settings.state_folder({"SEALSKILL_HOME": "/s"}, tmp_path) == Path("/s")
    assert settings.state_folder({"SEALSKILL_HOME": "s"}, tmp_path) == tmp_path / ".sealskill"


def test_any_setting_has_a_variable(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yaml": "skills: {entries: {nano-banana: {enabled: false}}}"})
    got = house.load(
        environ={
            "SEALSKILL__SKILLS__LIMITS__MAX_DEPTH": "4",
            "SEALSKILL__SKILLS__DISABLED": "[a, b]",
            "SEALSKILL__SKILLS__LOAD__WATCH": "false",
            "SEALSKILL__SKILLS__ENTRIES__NANO_BANANA__ENABLED": "true",
            "SEALSKILL__SKILLS__ENTRIES__PDF__ENV__Some_Token": "x",
            "SEALSKILL__HOST_CONFIG__BROWSER__ENABLED": "true",
            "SEALSKILL__AGENTS__DEFAULTS__SKILLS": "[]",
        }
    )
    assert (got.limits.max_depth, got.disabled, got.load.watch, got.agent_skills) == (4, ("a", "b"), False, ())
    assert (got.entry("nano-banana").enabled, list(got.entry("pdf").env)) == (True, ["Some_Token"])
    assert got.host_config == {"browser": {"enabled": True}}


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("SEALSKILL__SKILLS__LIMITS", "4", ": `skills.limits` must be a map, not a number"),
        ("SEALSKILL__SKILLS__ENABLED", "", f": `skills.enabled` must be true or false, not {NOTHING}"),
        ("SEALSKILL__SKILLS__ENABLED", "{", " is not a YAML value"),
        (
            "SEALSKILL__",
            "1",
            f": `<a key of 0 characters>` is not a setting: known are {TOP}",
        ),
        ("SEALSKILL__SKILLS__ENABLED__X", "1", ": `skills.enabled` must be true or false, not a map"),
        ("SEALSKILL__SKILLS__PINNED", "a\n: b\n c", " is not a YAML value"),
    ],
)
def test_a_variable_that_cannot_be_obeyed_is_refused(tmp_path: Path, name: str, value: str, said: str) -> None:
    assert House(tmp_path, {}).problems(environ={name: value}) == (f"environment {name}{said}",)


def test_a_variable_with_our_name_and_no_meaning_is_reported(tmp_path: Path) -> None:
    house = House(tmp_path, {})
    assert house.ignored(environ={"SEALSKILL_AGNET": "a", "SEALSKILL_X": "b", "HOME": "c"}) == {
        "SEALSKILL_AGNET": "no such variable: did you mean SEALSKILL_AGENT?",
        "SEALSKILL_X": "no such variable",
    }


def test_the_command_line_gives_values_as_they_are(tmp_path: Path) -> None:
    house = House(tmp_path, {})
    got = house.load(
        overrides={
            "skills.load.extra_dirs": (Path("more"), Path("/x")),
            "skills.entries": {"a.b": {"enabled": False}},
            "host_config": {"a": 1},
        }
    )
    assert got.load.extra_dirs == (f"{house.work}/more", "/x")
    assert (got.entry("a.b").enabled, got.host_config) == (False, {"a": 1})
    assert house.row("host_config", overrides={"host_config": {}}).source == "command line"
