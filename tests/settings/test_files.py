"""The files: which are read, what they may look like, and what is said when they cannot be obeyed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.settings.house import House

SAME = {
    "config.yaml": "skills:\n  maxInjected: 3\n  load: {allowSymlinkTargets: [~/s], extraDirs: [more]}\n  paths: [/opt/s]\n",
    "config.json5": "{skills: {maxInjected: 3, load: {allowSymlinkTargets: ['~/s'], extraDirs: ['more']}, paths: ['/opt/s',],}} // end\n",
    "config.toml": '[skills]\nmaxInjected = 3\npaths = ["/opt/s"]\n[skills.load]\nallowSymlinkTargets = ["~/s"]\nextraDirs = ["more"]\n',
}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize(("folder", "owner"), [("home/.sealskill", "user"), ("etc", "system")])
def test_three_languages_say_the_same(tmp_path: Path, name: str, folder: str, owner: str) -> None:
    house = House(tmp_path, {f"{folder}/{name}": "\ufeff" + SAME[name]})
    got = house.load()
    assert got.max_injected == 3
    assert got.load.extra_dirs == (f"{tmp_path}/{folder}/more", "/opt/s")
    assert got.load.allow_link_targets == (f"{house.home}/s",)
    row = house.row("skills.load.allow_link_targets")
    assert house.short(row.source) == f"{owner} file {folder}/{name}"


def test_each_layer_replaces_the_weaker_ones_and_says_so(tmp_path: Path) -> None:
    files = {
        "etc/config.toml": "[skills.limits]\nmax_depth = 1\n",
        "home/.sealskill/config.yaml": "skills: {limits: {max_depth: 2}}",
        "work/sealskill.yaml": "skills: {limits: {max_depth: 3}}",
    }
    asked = {
        "environ": {"SEALSKILL__SKILLS__LIMITS__MAX_DEPTH": "4"},
        "overrides": {"skills.limits.max_depth": 5},
        "trusted": True,
    }
    told = []
    for names in (0, 1, 2, 3):
        base = tmp_path / str(names)
        base.mkdir()
        house = House(base, dict(list(files.items())[:names]))
        row = house.row("skills.limits.max_depth", trusted=True)
        told.append((row.value, house.short(row.source)))
    for keys in (("trusted", "environ"), tuple(asked)):
        row = house.row("skills.limits.max_depth", **{key: asked[key] for key in keys})
        told.append((row.value, row.source))
    assert told == [
        (6, "default"),
        (1, "system file etc/config.toml"),
        (2, "user file home/.sealskill/config.yaml"),
        (3, "workspace sealskill.yaml"),
        (4, "environment SEALSKILL__SKILLS__LIMITS__MAX_DEPTH"),
        (5, "command line"),
    ]


def test_two_files_of_one_owner_are_refused_by_both_names(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yaml": "{}", "home/.sealskill/config.toml": ""})
    assert house.problems() == ("home/.sealskill/config.yaml and home/.sealskill/config.toml are both there: keep one",)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("config.yaml", "", ":1 is empty: write `{}` or delete the file"),
        ("config.toml", " \n", ":1 is empty: write `{}` or delete the file"),
        ("config.yaml", "# only\n# comments\n", ":1 is not a map of settings"),
        ("config.yaml", "[]", ":1 is not a map of settings"),
        ("config.json5", "'text'", ":1 is not a map of settings"),
        ("config.yaml", b"skills: {}\n# \xff\n", ":2 is not UTF-8 text"),
        ("config.yaml", "skills: {}\nskills: {}\n", ":2 gives a key twice"),
        ("config.yaml", "skills:\n  paths: []\n  load: {watch: true,\n   'watch': true}\n", ":4 gives a key twice"),
        ("config.yaml", "a: 1\n---\nb: 2\n", " is not valid YAML"),
        ("config.yaml", "skills:\n\tpaths: []", ":2 is not valid YAML"),
        ("config.json5", "{skills: {},\n'skills': {}}", ":2 gives a key twice"),
        ("config.json5", "{a: [{\n\n b: 1, /* b: */ '\\u0062': 2}]}", ":3 gives a key twice"),
        ("config.json5", "{\u2028a\ufeff:1,\n \\u0061 \ufeff:2}", ":2 gives a key twice"),
        ("config.json5", "{a: 1,\n b: @}", ":2 is not valid JSON5"),
        ("config.json5", "{a: " + "9" * 5000 + "}", ":1 is not valid JSON5"),
        ("config.json5", "{a: " * 500 + "1" + "}" * 500, ":1 is not valid JSON5"),
        ("config.toml", "a = 1\n[b]\nc = 1\nc = 2\n", ":4 gives a key twice"),
        ("config.toml", "[a]\n[a]\n", ":2 gives a key twice"),
        ("config.toml", "a = 1\nb = \n", ":2 is not valid TOML"),
        ("config.toml", "a = " + "[" * 5000, " is not valid TOML"),
        ("config.yaml", "skills: {}\n" + "#" * 1024 * 1024, " is larger than 1024 KiB"),
    ],
)
def test_a_file_that_is_no_settings_is_refused_by_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    house = House(tmp_path, {f"home/.sealskill/{name}": text})
    assert house.problems() == (f"home/.sealskill/{name}{said}",)


@pytest.mark.parametrize(
    "text",
    [
        "{a: {b: 1}, b: 1}",
        "{a: [{b: 1}, {b: 2}]}",
        '{a: \'b: 1, b: 2\', /* a: 1 */ c: "\\":\\\\"} // a: 2',
        "{a: 'one\\\n:two', b: 'http://x', c: -1}",
        "{a: 1, // it's: fine\n b: 2}",
    ],
)
def test_json5_without_a_repeated_key_is_not_suspected(tmp_path: Path, text: str) -> None:
    house = House(
        tmp_path, {"home/.sealskill/config.yaml": "host_config: host.json5", "home/.sealskill/host.json5": text}
    )
    assert sorted(house.load().host_config)[0] == "a"


def test_a_folder_a_fifo_and_a_link_to_nowhere_are_not_taken_for_absent(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill/x": ""})
    path = house.home / ".sealskill/config.yaml"
    path.mkdir()
    assert house.problems() == ("home/.sealskill/config.yaml is not a regular file",)
    path.rmdir()
    os.mkfifo(path)
    assert house.problems() == ("home/.sealskill/config.yaml is not a regular file",)
    path.unlink()
    path.symlink_to("gone.yaml")
    assert house.problems() == ("home/.sealskill/config.yaml cannot be read: No such file or directory",)
    path.unlink()
    house.write("home/dotfiles.yaml", "skills: {max_injected: 1}")
    path.symlink_to("../dotfiles.yaml")
    assert house.load().max_injected == 1


def test_a_state_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill": ""})
    assert house.problems() == ("home/.sealskill/config.yaml cannot be looked for: Not a directory",)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_told(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yaml": "{}"})
    (house.home / ".sealskill/config.yaml").chmod(0)
    assert house.problems() == ("home/.sealskill/config.yaml cannot be read: Permission denied",)


def test_a_file_everyone_can_write_is_refused(tmp_path: Path) -> None:
    """It may name a command that is run as its reader."""
    house = House(tmp_path, {"home/.sealskill/config.yaml": "{}"})
    (house.home / ".sealskill/config.yaml").chmod(0o666)
    assert house.problems() == ("home/.sealskill/config.yaml can be written by everyone: run `chmod o-w` on it",)


def test_a_file_under_a_name_that_is_nearly_ours_is_reported(tmp_path: Path) -> None:
    house = House(tmp_path, {"home/.sealskill/config.yml": "{}", "work/sealskill.toml": ""})
    assert house.ignored() == {
        "config.yml": "not read: name it config.yaml",
        "sealskill.toml": "not read: name it sealskill.yaml",
    }


def test_no_file_at_all_gives_the_defaults(tmp_path: Path) -> None:
    house = House(tmp_path, {})
    got = house.load()
    assert (got.home, got.state, got.workspace) == (str(house.home), f"{house.home}/.sealskill", str(house.work))
    sources = {row.source for row in house.explain().shown}
    assert sources == {"default", "command line or current folder"}


def test_the_host_file_answers_for_the_host(tmp_path: Path) -> None:
    house = House(
        tmp_path,
        {
            "home/.sealskill/config.yaml": "hostConfig: ~/.openclaw/openclaw.json",
            "home/.openclaw/openclaw.json": "{browser: {enabled: true}, /* tokens */ channels: {token: 'x'}}",
        },
    )
    environ = {"SEALSKILL__HOST_CONFIG": "{browser: {headless: true}}"}
    assert house.load(environ=environ).host_config == {
        "browser": {"enabled": True, "headless": True},
        "channels": {"token": "x"},
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "host.json cannot be read: No such file or directory"),
        ("[]", "host.json:1 is not a map of settings"),
        ("{a: 1, a: 2}", "host.json:1 gives a key twice"),
        ("{'\\u001b': 1}", "host.json has a key that is not readable text"),
    ],
)
def test_a_host_file_that_cannot_be_used_is_a_fault(tmp_path: Path, text: str | None, said: str) -> None:
    house = House(
        tmp_path,
        {"home/.sealskill/config.yaml": "host_config: ../../host.json"} | ({"host.json": text} if text else {}),
    )
    [problem] = house.problems()
    start = "user file home/.sealskill/config.yaml: `host_config` names a file that cannot be used: "
    assert problem == start + f"home/.sealskill/../../{said}"
