"""What a machine has, told from files and PATH alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sealskill.cli import doctor
from sealskill.cli.doctor import layers, probe
from sealskill.cli.frame import exits
from sealskill.cli.frame.app import main
from sealskill.execute import probe as tried
from sealskill.execute.probe import Found


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    (tmp_path / "self/ns").mkdir(parents=True)
    (tmp_path / "self/ns/user").touch()
    return tmp_path


def switch(proc: Path, path: str, value: str) -> None:
    (proc / path).parent.mkdir(parents=True, exist_ok=True)
    (proc / path).write_text(f"{value}\n")


def namespaces(proc: Path) -> tuple[bool, str]:
    return next((one.found, one.advice) for one in probe(proc) if one.name == "user namespaces")


def test_namespaces_are_there_when_nothing_forbids_them(proc: Path) -> None:
    assert namespaces(proc) == (True, "")


def test_each_switch_that_forbids_namespaces_names_its_command(proc: Path) -> None:
    switch(proc, "sys/user/max_user_namespaces", "0")
    switch(proc, "sys/kernel/apparmor_restrict_unprivileged_userns", "1")
    found, advice = namespaces(proc)
    assert not found
    assert "user.max_user_namespaces" in advice
    assert "apparmor" in advice


def test_a_kernel_without_namespaces_says_so(tmp_path: Path) -> None:
    assert namespaces(tmp_path) == (False, "a Linux kernel with CONFIG_USER_NS is needed")


def test_a_program_counts_when_it_is_on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "deno").touch(mode=0o755)
    found = {one.name: one for one in probe() if one.group != "Extras"}
    assert found["deno"].where == str(tmp_path / "deno")
    assert found["bwrap"].advice == "sudo apt install bubblewrap"


def test_everything_missing_comes_with_the_command_that_adds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert all(one.found or one.advice for one in probe(tmp_path))
    assert all(one.purpose for one in probe())


def test_a_layer_that_did_not_hold_is_missing_and_says_what_would_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tried, "bubblewrap", lambda: Found(fault="it does not run here", advice="sudo sysctl -w x=1"))
    assert [(one.found, one.advice) for one in layers()] == [(False, "sudo sysctl -w x=1")] * len(doctor.LAYERS)


def test_doctor_prints_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == exits.DONE
    assert "Boundaries\n" in capsys.readouterr().out
    main(["doctor", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert list(document) == ["schema", "python", "platform", "probes"]
    assert list(document["probes"][0]) == ["group", "name", "found", "where", "purpose", "advice"]
