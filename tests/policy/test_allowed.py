"""`allowed-tools` grants nothing: what is not on it is never answered in advance."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policy.house import call, ruled, skill, world

from sealskill.model.decision import Ruling
from sealskill.policy.allowed import admits

GIT: dict[str, Any] = {"programs": {"git": "/usr/bin/git", "evil": "/usr/bin/evil"}}


@pytest.mark.parametrize(
    ("listed", "tool", "named"),
    [
        ("", "exec", True), ("  ", "exec", True), ("Read", "read", True), ("Read", "exec", False), ("read", "read", True),
        ("Read, Write", "write", True), ("Bash", "exec", True), ("Bash(*)", "exec", True), ("Edit", "apply_patch", True),
        ("WebFetch(domain:a.com)", "web_fetch", False), ("Read(", "read", False), ("Read Bash(git", "read", False),
        ("R*", "read", False), ("*", "read", False), ("(Read)", "read", False), ("Read;exec", "exec", False),
        ("Read " * 2000, "read", False),
    ],
)  # fmt: skip
def test_a_list_names_tools_and_one_nobody_can_read_names_none(listed: str, tool: str, named: bool) -> None:
    assert admits(listed, call(tool), world()) is named


@pytest.mark.parametrize(
    ("command", "named"),
    [("git add a", True), ("git push", False), ("git add a; evil", False), ("git add $(evil)", False), ("evil", False)],
)
def test_a_beginning_of_command_lines_is_held_to_every_command(command: str, named: bool) -> None:
    assert admits("Read Bash(git add:*)", call("exec", command=command, **GIT), world()) is named


def test_a_list_grants_nothing() -> None:
    assert ruled("exec", world(skill("a"))) is Ruling.DENY
