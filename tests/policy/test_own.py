"""Looking at what the session started is safe, and nothing else becomes safe by calling itself that."""

from __future__ import annotations

from typing import Any

import pytest
from tests.policy.house import READ_ONLY, gift, owned, ruled, skill, world

from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass


def test_looking_at_what_was_started_asks_nobody_again() -> None:
    assert ruled("process", world(), own=True) is Ruling.ALLOW
    assert ruled("process", world(), argv=("ls",)) is Ruling.CONFIRM


@pytest.mark.parametrize(
    "more",
    [
        {"argv": ("ls",)}, {"command": "ls"}, {"writes": ("/home/ann/work/a",)}, {"reads": ("/home/ann/work/a",)},
        {"unclear": ("its input",)}, {"depth": 1}, {"method": "GET"}, {"programs": {"ls": "/bin/ls"}}, {"provider": "brave"},
    ],
)  # fmt: skip
def test_what_touches_anything_else_is_no_looking(more: dict[str, Any]) -> None:
    assert ruled("process", world(), own=True, **more) is not Ruling.ALLOW


def test_what_runs_outside_every_boundary_is_no_looking() -> None:
    assert ruled("process", world(), own=True, unconfined=True) is Ruling.DENY


def test_a_tool_of_a_skill_cannot_call_itself_looking() -> None:
    author = skill("own")
    tool = owned("it", author, "mutating")
    given = world(author, tools=(tool,), persona=READ_ONLY, grants=(gift(author, accepts=ToolClass.MUTATING),))
    assert ruled("it", given, by="own", own=True) is Ruling.DENY


def test_a_stranger_without_the_shell_does_not_look_either() -> None:
    assert ruled("process", world(skill("s")), own=True) is Ruling.DENY
