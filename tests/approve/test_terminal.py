"""A person at a real terminal; and whoever would like to be taken for one."""

from __future__ import annotations

import asyncio
import os
import pty
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.approve.ground import SECRET, Desk, question
from tests.approve.pty import Screen

from sealskill.approve.asking import Room
from sealskill.approve.changes import EXPIRE_SECONDS
from sealskill.approve.terminal import Terminal
from sealskill.approve.tty import Tty, there
from sealskill.errors import Refused
from sealskill.model.decision import Ruling
from sealskill.model.manifest import ToolClass
from sealskill.model.question import Answer, Ending, Question

DUAL = question(Ruling.DUAL_SIGN)


@pytest.fixture
def place(tmp_path: Any) -> str:
    return str(tmp_path / "state" / "sealskill.db")


@pytest.fixture
def screen() -> Iterator[Screen]:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    yield Screen(handle=ours, device=Path(os.ttyname(theirs)), seen=[], left=[])
    os.close(ours)
    os.close(theirs)


def terminal(desk: Desk, device: Path) -> Terminal:
    room = Room(changes=desk.changes, people=desk.people, memory=desk.memory)
    return Terminal(room, lambda: desk.now, device)


def sit(desk: Desk, screen: Screen, asked: Question, person: Callable[[Screen], None]) -> Answer:
    """Ask at the terminal while a person sits at it."""

    async def both() -> Answer:
        asking = asyncio.create_task(terminal(desk, screen.device).ask(asked))
        await asyncio.to_thread(person, screen)
        return await asking

    return asyncio.run(both())


def says(word: str, *names: str, secret: str = SECRET) -> Callable[[Screen], None]:
    def person(screen: Screen) -> None:
        screen.answer("Approve?", word)
        for name in names:
            screen.answer("Your name", name)
            screen.answer("Your secret: ", secret)

    return person


def test_a_person_reads_what_will_run_and_says_yes(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    answer = sit(desk, screen, question(), says("y", "ann"))
    assert (answer.ending, answer.by) == (Ending.APPROVED, ("ann",))
    shown = "".join(screen.seen)
    for fact in ("call write: write /work/a", "asked by  ann", '"/work/a"', "sha256:1", "mutating"):
        assert fact in shown
    assert SECRET not in shown


@pytest.mark.parametrize("word", ["n", "", "yess", "Y es", "да", "1", "true", "\x1b[A"])
def test_anything_but_yes_is_no(desk: Desk, screen: Screen, word: str) -> None:
    desk.person("ann")
    assert sit(desk, screen, question(), says(word)).ending is Ending.REJECTED
    assert desk.changes.redeem(question()) is None


def test_yes_without_a_secret_is_no_yes(desk: Desk, screen: Screen) -> None:
    desk.person("ann")

    def person(screen: Screen) -> None:
        screen.answer("Approve?", "y")
        screen.answer("Your name", "ann")
        screen.answer("Your secret: ", "a guess of somebody")
        screen.until("do not belong together")
        screen.answer("Your name", "")

    answer = sit(desk, screen, question(), person)
    assert answer.ending is not Ending.APPROVED
    assert "people.login_failed by nobody" in desk.audit.told


def test_what_was_typed_before_the_question_answers_nothing(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    screen.type(f"y\nann\n{SECRET}\n")
    assert sit(desk, screen, question(), says("n")).ending is Ending.REJECTED
    assert "people.login by ann" not in desk.audit.told


LONG = question(arguments={"command": "\n".join(f"line {number}" for number in range(60))})


def test_a_page_that_was_not_seen_is_not_approved(desk: Desk, screen: Screen) -> None:
    desk.person("ann")

    def person(screen: Screen) -> None:
        first = screen.answer("-- page 1 of ", "")
        assert "line 59" not in first
        screen.answer("-- page 2 of ", "n")

    answer = sit(desk, screen, LONG, person)
    assert answer.ending is Ending.REJECTED
    assert "Approve?" not in "".join(screen.seen)


def test_after_the_last_page_it_is_asked(desk: Desk, screen: Screen) -> None:
    desk.person("ann")

    def person(screen: Screen) -> None:
        for number in (1, 2, 3):
            screen.answer(f"-- page {number} of 4", "")
        assert "line 59" in screen.answer("Approve?", "y")
        screen.answer("Your name", "ann")
        screen.answer("Your secret: ", SECRET)

    assert sit(desk, screen, LONG, person).ending is Ending.APPROVED


def test_a_terminal_that_was_never_told_its_size_shows_a_usual_screen(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    with Tty(screen.device) as tty:
        termios.tcsetwinsize(screen.handle, (0, 0))
        assert tty.size == (80, 24)
    assert sit(desk, screen, question(), says("y", "ann")).ending is Ending.APPROVED


def test_two_others_sign(desk: Desk, screen: Screen) -> None:
    desk.person("ann", "bob", "cid")
    answer = sit(desk, screen, DUAL, says("y", "bob", "cid"))
    assert (answer.ending, answer.by) == (Ending.APPROVED, ("bob", "cid"))


def test_whoever_asks_and_whoever_signed_cannot_sign(desk: Desk, screen: Screen) -> None:
    desk.person("ann", "bob", "cid")

    def person(screen: Screen) -> None:
        screen.answer("Approve?", "y")
        screen.answer("Your name", "ann")
        screen.until("whoever asks")
        screen.answer("Your name", "bob")
        screen.answer("Your secret: ", SECRET)
        screen.answer("Your name", "bob")
        screen.until("has signed already")
        screen.answer("Your name", "")

    answer = sit(desk, screen, DUAL, person)
    assert (answer.ending, answer.by) == (Ending.WAITING, ("bob",))
    assert answer.reason == "one more person has to sign"
    assert desk.changes.redeem(DUAL) is None


def test_nothing_dangerous_is_offered_to_be_remembered(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    asked = question(tool_class=ToolClass.DANGEROUS)
    assert sit(desk, screen, asked, says("r")).ending is Ending.REJECTED
    assert "remember" not in "".join(screen.seen)


def test_a_yes_may_be_remembered(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    assert sit(desk, screen, question(), says("r", "ann")).ending is Ending.APPROVED
    assert desk.memory.holds(question(session="s2"))


@pytest.mark.parametrize("device", ["missing", "file", "pipe"])
def test_where_there_is_no_terminal_nobody_is_asked(desk: Desk, tmp_path: Path, device: str) -> None:
    desk.person("ann")
    place = tmp_path / device
    if device == "file":
        place.write_text(f"y\nann\n{SECRET}\n")
    reading = -1
    if device == "pipe":
        os.mkfifo(place)
        reading = os.open(place, os.O_RDWR)
        os.write(reading, f"y\nann\n{SECRET}\n".encode())
    answer = asyncio.run(terminal(desk, place).ask(question()))
    if reading >= 0:
        os.close(reading)
    assert answer.ending is Ending.NOBODY
    assert desk.changes.all() == ()
    with pytest.raises(Refused):
        Tty(place)
    assert not there(place)


def test_what_is_asked_for_in_vain_leaves_the_terminal_as_it_was(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    before = termios.tcgetattr(screen.handle)

    def person(screen: Screen) -> None:
        screen.answer("Approve?", "y")
        screen.answer("Your name", "ann")
        screen.until("Your secret: ")
        desk.now += EXPIRE_SECONDS

    assert sit(desk, screen, question(), person).ending is Ending.EXPIRED
    assert termios.tcgetattr(screen.handle) == before


def test_hostile_arguments_steer_nothing(desk: Desk, screen: Screen) -> None:
    desk.person("ann")
    asked = replace(question(arguments={"command": "\x1b[2Jls\r\u202e"}), summary="\x1b]0;title\x07")
    sit(desk, screen, asked, says("n"))
    shown = "".join(screen.seen).replace("\r\n", "\n")
    assert all(char == "\n" or char.isprintable() for char in shown)
    assert "\\x1b[2Jls" in shown or "\\u001b[2Jls" in shown
