"""Remembered answers: none is good for another question."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from tests.approve.ground import Desk, granting, question

from sealskill.approve.memory import KEEP_SECONDS
from sealskill.errors import NotFound, Refused
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Question


def remembered(desk: Desk, asked: Question, *open: str) -> str:
    if not desk.people.standing():
        desk.person("ann")
    made = desk.changes.put(asked)
    login = desk.login("ann")
    return desk.memory.keep(desk.changes.approve(made.id, login), login, open)


def test_the_same_question_is_not_asked_again_in_another_session(desk: Desk) -> None:
    id = remembered(desk, question())
    held = desk.memory.holds(question(session="s2", policy="sha256:9"))
    assert held is not None
    assert (held.id, held.by) == (id, "ann")
    assert "answer.used by ann" in desk.audit.told


@pytest.mark.parametrize(
    "other",
    [
        {"arguments": {"path": "/work/b", "content": "b"}}, {"arguments": {"path": "/work/a"}}, {"tool": "edit"},
        {"arguments": {"path": "/work/a", "content": "b", "more": 1}}, {"seal": "sha256:9"}, {"seal": ""},
        {"persona": "other"}, {"requester": "bob"}, {"counting": ("sha256:9",)},
    ],
)  # fmt: skip
def test_it_is_good_for_nothing_else(desk: Desk, other: dict[str, Any]) -> None:
    remembered(desk, question())
    assert desk.memory.holds(question(**other)) is None


@pytest.mark.parametrize("asked", [question(Ruling.DUAL_SIGN), question(tool_class=ToolClass.DANGEROUS)])
def test_a_question_that_became_dangerous_is_asked(desk: Desk, asked: Question) -> None:
    remembered(desk, question())
    assert desk.memory.holds(asked) is None


def test_it_ends(desk: Desk) -> None:
    remembered(desk, question())
    desk.now += KEEP_SECONDS
    assert desk.memory.holds(question()) is None
    assert desk.memory.all() == ()


def test_it_is_revoked_by_a_person(desk: Desk) -> None:
    id = remembered(desk, question())
    with pytest.raises(Refused):
        desk.memory.revoke(id, None)
    desk.memory.revoke(id, desk.login("ann"))
    assert desk.memory.holds(question()) is None
    with pytest.raises(NotFound):
        desk.memory.revoke(id, desk.login("ann"))


def test_it_ends_with_the_person_who_gave_it(desk: Desk) -> None:
    desk.person("bob")
    made, login = desk.changes.put(question()), desk.login("bob")
    desk.memory.keep(desk.changes.approve(made.id, login), login)
    desk.people.add("ann", "correct horse battery", by=desk.login("bob"))
    desk.changes.dismiss("bob", desk.login("ann"))
    assert desk.memory.holds(question()) is None


@pytest.mark.parametrize(
    "asked", [question(tool_class=ToolClass.DANGEROUS), replace(question(), listed=False), granting({"skill": "pdf"})]
)
def test_what_is_dangerous_and_what_is_granted_is_never_remembered(desk: Desk, asked: Question) -> None:
    desk.person("ann")
    made, login = desk.changes.put(asked), desk.login("ann")
    if asked.bound.tool == "write":
        made = desk.changes.approve(made.id, login)
    with pytest.raises(Refused):
        desk.memory.keep(made, login)
    assert desk.memory.all() == ()


def test_only_who_said_yes_has_it_remembered(desk: Desk) -> None:
    desk.person("ann", "bob")
    made = desk.approved(question(), by="ann")
    with pytest.raises(Refused):
        desk.memory.keep(made, desk.login("bob"))


def test_an_argument_that_is_left_open_may_be_anything_and_no_other(desk: Desk) -> None:
    remembered(desk, question(), "content")
    assert desk.memory.holds(question(arguments={"path": "/work/a", "content": "something else"}))
    assert desk.memory.holds(question(arguments={"path": "/work/b", "content": "b"})) is None
    assert desk.memory.holds(question(arguments={"path": "/work/a"})) is None
    assert desk.memory.holds(question(arguments={"path": "/work/a", "content": "b", "mode": "x"})) is None


@pytest.mark.parametrize("tool", ["exec", "process"])
def test_no_argument_of_a_command_is_left_open(desk: Desk, tool: str) -> None:
    asked = question(tool=tool, arguments={"command": "ls", "cwd": "/work"})
    with pytest.raises(Refused):
        remembered(desk, asked, "cwd")
    assert remembered(desk, question(tool=tool, arguments=asked.bound.arguments, session="s2"))
    assert desk.memory.holds(asked)


@pytest.mark.parametrize("open", [("path", "content"), ("nothing",)])
def test_not_everything_is_left_open(desk: Desk, open: tuple[str, ...]) -> None:
    with pytest.raises(Refused):
        remembered(desk, question(), *open)


def test_what_is_remembered_is_listed_with_what_it_is_good_for(desk: Desk) -> None:
    remembered(desk, question(), "content")
    [one] = desk.memory.all()
    assert (one.tool, one.arguments, one.open) == ("write", {"path": "/work/a"}, ("content",))
    assert one.expires == one.at + KEEP_SECONDS
