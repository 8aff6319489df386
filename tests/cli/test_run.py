"""`run` as a person runs it: the value alone on standard output, and nothing that was not granted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.house import House, skill
from tests.execute.contract import ready

CLEANER = """#!/bin/sh
set -eu
args=$(cat); path=$(printf '%s' "$args" | sed 's/.*"path": *"\\([^"]*\\)".*/\\1/')
echo "cleaning $path" >&2
files=$(find "$path" -type f -name '*.cache' | wc -l)
case "$args" in *'"dry_run": true'*) ;; *) find "$path" -type f -name '*.cache' -delete ;; esac
printf '{"freed_bytes": 0, "files_deleted": %s}\\n' "$files"
"""
SAID = {
    "name": "disk_cleaner", "description": "Free up disk by clearing stale build caches and journals.",
    "schema": {
        "type": "object",
        "properties": {"path": {"type": "string"}, "dry_run": {"type": "boolean", "default": True}},
        "required": ["path"],
    },
    "entry": "run.sh", "env_allow": ["PATH", "HOME"], "timeout_seconds": 60, "class": "safe", "category": "ops",
}  # fmt: skip


@pytest.fixture
def house(tmp_path: Path) -> House:
    ready("bubblewrap")
    house = House(tmp_path, {"skills/text/SKILL.md": skill("text")})
    folder = house.home / "external/disk_cleaner"
    folder.mkdir(parents=True)
    (folder / "skill.json").write_text(json.dumps(SAID))
    (folder / "run.sh").write_text(CLEANER)
    (folder / "run.sh").chmod(0o755)
    (tmp_path / "cache").mkdir()
    for name in ("a.cache", "b.cache", "kept.txt"):
        (tmp_path / "cache" / name).write_text("x")
    return house


def grant(house: House, mode: str) -> str:
    """The folder, granted in the settings."""
    cache = house.home.parent / "cache"
    config = house.home / ".sealskill/config.yaml"
    config.parent.mkdir(exist_ok=True, mode=0o700)
    config.write_text(f"skills: {{entries: {{disk_cleaner: {{grant: {{paths: {{{cache}: {mode}}}}}}}}}}}\n")
    return str(cache)


def test_the_disk_cleaner_works_where_its_folder_was_granted(house: House) -> None:
    cache = grant(house, "write")
    done = house.run("run", "disk_cleaner", "--args", json.dumps({"path": cache}))
    assert (done.code, json.loads(done.out)) == (0, {"freed_bytes": 0, "files_deleted": 2})
    assert f"cleaning {cache}\n" in done.err
    done = house.run("run", "disk_cleaner", "--args", f"path={cache}", "--args", "dry_run=false", "--json")
    assert (done.json["result"], done.json["why"]) == ({"freed_bytes": 0, "files_deleted": 2}, "ok")
    assert {"bubblewrap", "seccomp", "non_root"} <= set(done.json["layers"])
    assert [one.name for one in Path(cache).iterdir()] == ["kept.txt"]


@pytest.mark.parametrize("mode", ["read", ""])
def test_without_the_grant_it_fails_and_says_why(house: House, mode: str) -> None:
    cache = grant(house, mode) if mode else str(house.home.parent / "cache")
    done = house.run("run", "disk_cleaner", "--args", f"path={cache}", "--args", "dry_run=false")
    assert (done.code, done.out, len(list(Path(cache).iterdir()))) == (1, "", 3)
    assert "error: it ended with exit" in done.err


def test_a_plan_is_shown_and_nothing_is_run(house: House) -> None:
    cache = grant(house, "write")
    done = house.run("run", "disk_cleaner", "--args", f"path={cache}", "--args", "dry_run=false", "--plan", "--json")
    told = done.json
    assert (done.code, told["boundary"], told["env"], told["egress"]) == (0, "bubblewrap", ["HOME", "PATH"], [])
    assert {"source": cache, "target": cache, "write": True, "exec": False} in told["mounts"]
    assert len(list(Path(cache).iterdir())) == 3
    assert "bubblewrap" in house.run("run", "disk_cleaner", "--args", f"path={cache}", "--plan").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--boundary", "unconfined"], "--unsafe-unconfined"),
        (["--boundary", "none"], "there is no boundary"),
        (["--args", "[1]"], "no JSON object"),
        (["--args", "@/no/such/file"], "cannot be read"),
    ],
)
def test_what_cannot_be_obeyed_is_wrong_usage(house: House, words: list[str], said: str) -> None:
    done = house.run("run", "disk_cleaner", *words)
    assert (done.code, said in done.err) == (2, True)


def test_what_brings_nothing_to_run_says_so(house: House) -> None:
    assert house.run("run", "text").code == 2
    assert "no skill is named" in house.run("run", "nobody").err


def test_a_deadline_of_ones_own_is_kept(house: House) -> None:
    (house.home / "external/disk_cleaner/run.sh").write_text("#!/bin/sh\nsleep 50\n")
    done = house.run("run", "disk_cleaner", "--args", "path=/x", "--timeout", "1")
    assert (done.code, "did not end in time" in done.err) == (1, True)


def test_without_a_boundary_it_is_dangerous_and_refused_to_the_default_persona(house: House) -> None:
    done = house.run("run", "disk_cleaner", "--args", "path=/x", "--unsafe-unconfined", "--json")
    assert (done.code, done.json["decision"]) == (1, "deny")
