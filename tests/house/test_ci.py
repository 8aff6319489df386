"""The hooks and the action that other repositories call: what they name exists, and what they run works."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.house.ground import ROOT, SRC
from tests.session.ground import OPAQUE, bad, good
from typer.main import get_command

from sealskill.cli.frame.app import build

HOOKS = {one["id"]: one for one in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {one["name"]: one for one in ACTION["runs"]["steps"]}

Commit = Callable[..., Path]


@pytest.fixture
def commit(tmp_path: Path) -> Commit:
    """A checkout that holds some skills, and a `sealskill` on the PATH beside it."""
    program = tmp_path / "action/.venv/bin/sealskill"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={SRC} exec {sys.executable} -m sealskill "$@"\n')
    program.chmod(0o755)

    def make(**skills: str) -> Path:
        for name, text in skills.items():
            folder = tmp_path / "checkout/skills" / name
            folder.mkdir(parents=True)
            (folder / "SKILL.md").write_text(text)
        return tmp_path / "checkout"

    return make


def environ(checkout: Path, **more: str) -> dict[str, str]:
    base = checkout.parent
    return {
        "PATH": f"{base / 'action/.venv/bin'}:{os.environ['PATH']}", "HOME": str(base), "LANG": "C.UTF-8",
        "GITHUB_ACTION_PATH": str(base / "action"), "RUNNER_TEMP": str(base),
        "GITHUB_OUTPUT": str(base / "output"), "GITHUB_STEP_SUMMARY": str(base / "summary"), **more,
    }  # fmt: skip


def run_hook(name: str, checkout: Path, *files: str) -> int:
    """Run a hook as pre-commit does: entry, args, then the changed files if it wants them."""
    hook = HOOKS[name]
    given = files if hook.get("pass_filenames", True) else ()
    line = [*hook["entry"].split(), *hook.get("args", []), *given]
    return subprocess.run(line, cwd=checkout, env=environ(checkout), check=False, capture_output=True).returncode


def run_step(name: str, checkout: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run one step as a runner does."""
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", STEPS[name]["run"]]
    return subprocess.run(
        command, cwd=checkout, env=environ(checkout, **more), check=False, capture_output=True, text=True
    )


def outputs(checkout: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in (checkout.parent / "output").read_text().splitlines())


@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_calls_a_command_and_flags_that_exist(name: str) -> None:
    words: list[str] = [*HOOKS[name]["entry"].split(), *HOOKS[name].get("args", [])]
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    root: Any = get_command(build())
    known = {flag for param in root.commands[words[1]].params for flag in param.opts}
    assert words[0] in scripts
    assert {word for word in words if word.startswith("-")} <= known
    assert {"id", "name", "description", "language"} <= set(HOOKS[name])


def test_the_scan_hook_stops_a_commit_and_lets_an_honest_one_through(commit: Commit) -> None:
    checkout = commit(good=good())
    assert run_hook("sealskill-scan", checkout) == 0
    (checkout / "skills/good/tool").write_bytes(OPAQUE)
    assert run_hook("sealskill-scan", checkout) == 3
    commit(bad=bad())
    assert run_hook("sealskill-scan", checkout) == 1


def test_the_validate_hook_looks_at_the_manifests_that_change(commit: Commit) -> None:
    checkout = commit(good=good(), broken="---\nname: broken\n---\n")
    pattern = re.compile(HOOKS["sealskill-validate"]["files"])
    changed = sorted(path.relative_to(checkout).as_posix() for path in checkout.rglob("*") if path.is_file())
    assert [name for name in [*changed, "README.md"] if pattern.search(name)] == changed
    assert run_hook("sealskill-validate", checkout, "skills/good/SKILL.md") == 0
    assert run_hook("sealskill-validate", checkout, *changed) == 1


INPUTS = {"PATHS": ".\n", "FAIL_ON": "block", "POLICY": "balanced"}


@pytest.mark.parametrize(
    ("skills", "more", "code"),
    [
        ({"good": good()}, {}, "0"),
        ({"good": good(), "bad": bad()}, {}, "1"),
        ({"good": good(), "bad": bad()}, {"PATHS": "skills/good\n\nskills/bad\n"}, "1"),
        ({"good": good()}, {"PATHS": "nowhere"}, "3"),
        ({"good": good()}, {"POLICY": "no-such-policy"}, "2"),
        ({"good": good()}, {"PATHS": "$(touch was-run); --output=x"}, "3"),
        ({"good": good()}, {"PATHS": ""}, "2"),
    ],
)
def test_the_action_ends_as_the_scan_did(
    skills: dict[str, str], more: dict[str, str], code: str, commit: Commit
) -> None:
    checkout = commit(**skills)
    done = run_step("scan", checkout, **{**INPUTS, **more})
    assert done.returncode == 0, done.stderr
    assert outputs(checkout)["code"] == code
    assert str(run_step("verdict", checkout, CODE=code).returncode) == code
    assert not (checkout / "was-run").exists()
    if code in "013":
        log = json.loads(Path(outputs(checkout)["sarif"]).read_text())
        assert log["version"] == "2.1.0"
        assert (checkout.parent / "summary").read_text().startswith("# Scan of agent skills")
    else:
        assert "sarif" not in outputs(checkout)


def test_a_scan_that_never_ran_does_not_end_well(commit: Commit) -> None:
    assert run_step("verdict", commit(good=good()), CODE="").returncode == 3


def test_no_input_is_written_into_a_script() -> None:
    assert [name for name, step in STEPS.items() if "${{" in step.get("run", "")] == []


def test_the_action_sets_up_by_the_lock_with_a_script_that_is_there() -> None:
    assert (ROOT / "scripts/setup.sh").is_file()
    assert 'sh "$GITHUB_ACTION_PATH/scripts/setup.sh" run' in STEPS["set up"]["run"]


def test_the_inputs_that_the_steps_use_are_those_that_are_said() -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(ACTION["inputs"])
