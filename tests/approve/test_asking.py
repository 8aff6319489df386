"""Approvers: whatever is no plain yes of people who may say it is a no."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
from tests.approve.ground import SECRET, Desk, question

from sealskill.approve.asking import Asking, Reply, Room
from sealskill.approve.callback import Callback, Signed
from sealskill.approve.changes import EXPIRE_SECONDS
from sealskill.approve.nobody import Nobody
from sealskill.approve.people import Login
from sealskill.approve.queue import Queue
from sealskill.errors import CannotRecord
from sealskill.model.change import Change, State
from sealskill.model.decision import Ruling
from sealskill.model.question import Answer, Approver, Ending, Question

YES = Answer(ending=Ending.APPROVED)
DUAL = question(Ruling.DUAL_SIGN)


@pytest.fixture
def place(tmp_path: Any) -> str:
    """What approvers keep to is no matter of the database: one kind will do."""
    return str(tmp_path / "state" / "sealskill.db")


def room(desk: Desk) -> Room:
    return Room(changes=desk.changes, people=desk.people, memory=desk.memory)


def ask(approver: Approver, asked: Question) -> Answer:
    return asyncio.run(approver.ask(asked))


def host(desk: Desk, answer: Any) -> Callback:
    return Callback(room(desk), lambda asked: answer)


class Scripted(Asking):
    """People who sit together and say what they were told to."""

    def __init__(self, desk: Desk, reply: Callable[[], Reply]) -> None:
        super().__init__(room(desk))
        self.reply = reply
        self.asked: list[Change] = []

    async def _put(self, change: Change) -> Reply:
        self.asked.append(change)
        return self.reply()


def test_nobody_says_no(desk: Desk) -> None:
    desk.person("ann")
    assert ask(Nobody(), question()).ending is Ending.NOBODY
    assert desk.changes.all() == ()


def test_a_host_confirms_for_its_own_person_once_for_each_question(desk: Desk) -> None:
    answer = ask(host(desk, YES), question())
    assert (answer.ending, answer.by) == (Ending.APPROVED, ("ann (the host)",))
    assert desk.changes.find(answer.change).state is State.APPLYING
    assert desk.changes.redeem(question()) is None


@pytest.mark.parametrize(
    "said",
    [True, 1, "yes", "approved", None, Ending.APPROVED, {"ending": "approved"}, object(), Reply(ending=Ending.APPROVED),
     Answer(ending=Ending.NOBODY), type("Answer", (), {"ending": Ending.APPROVED})()],
)  # fmt: skip
def test_whatever_is_no_answer_is_nobody(desk: Desk, said: Any) -> None:
    desk.person("ann")
    assert ask(host(desk, said), question()).ending is not Ending.APPROVED
    assert [one.state for one in desk.changes.all()] == [State.CANCELLED]


def test_a_host_that_fails_is_nobody(desk: Desk) -> None:
    def fails(asked: Question) -> Answer:
        raise RuntimeError("secret of the host")

    answer = ask(Callback(room(desk), fails), question())
    assert answer.ending is Ending.NOBODY
    assert "secret" not in answer.reason


def test_a_host_that_waits_is_waited_for(desk: Desk) -> None:
    async def slowly(asked: Question) -> Answer:
        await asyncio.sleep(0)
        return YES

    assert ask(Callback(room(desk), slowly), question()).ending is Ending.APPROVED


def test_a_host_that_waits_for_its_person_holds_up_nobody_else(desk: Desk) -> None:
    asked, go = threading.Event(), threading.Event()

    def host(question: Question) -> Answer:
        asked.set()
        return Answer(ending=Ending.APPROVED if go.wait(20) else Ending.REJECTED)

    async def both() -> Answer:
        waiting = asyncio.create_task(Callback(room(desk), host).ask(question()))
        await asyncio.to_thread(asked.wait, 20)
        go.set()  # nobody comes to this line while the person reads, if reading holds the loop
        return await waiting

    assert asyncio.run(both()).ending is Ending.APPROVED


def test_a_host_alone_never_gives_two_signatures(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    forged = Login(name="bob", until=1e12, token="guessed")
    lies: list[Any] = [
        YES, Answer(ending=Ending.APPROVED, by=("bob", "cid")), Signed(logins=()), Signed(logins=(forged, forged)),
        Signed(logins=(desk.login("bob"),)), Signed(logins=(desk.login("bob"), desk.login("bob"))),
        Signed(logins=(desk.login("ann"), desk.login("bob"))),
    ]  # fmt: skip
    for number, said in enumerate(lies):
        asked = question(Ruling.DUAL_SIGN, session=f"s{number}")
        assert ask(host(desk, said), asked).ending is not Ending.APPROVED
        assert desk.changes.redeem(asked) is None


def test_a_host_hands_over_two_people_who_logged_in(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    answer = ask(host(desk, Signed(logins=(desk.login("bob"), desk.login("cid")))), DUAL)
    assert (answer.ending, answer.by) == (Ending.APPROVED, ("bob", "cid"))


@pytest.mark.parametrize("people", [(), ("ann",), ("bob",), ("ann", "bob")])
def test_without_two_others_dual_sign_is_a_no_with_advice(desk: Desk, people: tuple[str, ...]) -> None:
    desk.person(*people)
    scripted = Scripted(desk, lambda: Reply(ending=Ending.APPROVED))
    answer = ask(scripted, DUAL)
    assert answer.ending is Ending.NOBODY
    assert "sealskill people add" in answer.advice
    assert (scripted.asked, desk.changes.all()) == ([], ())


def test_without_anybody_registered_no_terminal_or_queue_asks(desk: Desk) -> None:
    answer = ask(Queue(room(desk)), question())
    assert answer.ending is Ending.NOBODY
    assert "sealskill people add" in answer.advice
    assert desk.changes.all() == ()


def test_what_waits_in_the_queue_goes_on_once_after_a_yes(desk: Desk) -> None:
    desk.person("ann", "bob")
    queue = Queue(room(desk))
    first = ask(queue, question())
    assert first.ending is Ending.WAITING
    assert first.change in first.advice
    assert ask(queue, question()).change == first.change
    desk.changes.approve(first.change, desk.login("bob"))
    assert ask(queue, question(session="s2")).ending is Ending.WAITING
    assert ask(queue, question()).ending is Ending.APPROVED
    again = ask(queue, question())
    assert again.ending is Ending.WAITING
    assert again.change != first.change


def test_what_was_rejected_in_the_queue_waits_anew_and_runs_nothing(desk: Desk) -> None:
    desk.person("ann")
    queue = Queue(room(desk))
    first = ask(queue, question())
    desk.changes.reject(first.change, "ann", "no")
    assert ask(queue, question()).ending is Ending.WAITING


def test_an_answer_that_comes_late_is_none(desk: Desk) -> None:
    desk.person("ann")

    def late() -> Reply:
        desk.now += EXPIRE_SECONDS
        return Reply(ending=Ending.APPROVED, logins=(desk.login("ann"),))

    assert ask(Scripted(desk, late), question()).ending is Ending.EXPIRED
    assert desk.changes.redeem(question()) is None


def test_a_yes_without_anybodys_login_is_none(desk: Desk) -> None:
    desk.person("ann")
    answer = ask(Scripted(desk, lambda: Reply(ending=Ending.APPROVED)), question())
    assert answer.ending is Ending.WAITING


def test_a_no_is_written_down_with_its_reason(desk: Desk) -> None:
    desk.person("ann")
    answer = ask(Scripted(desk, lambda: Reply(ending=Ending.REJECTED, by="ann", reason="too wide")), question())
    assert (answer.ending, answer.reason) == (Ending.REJECTED, "too wide")
    assert desk.changes.find(answer.change).ended_by == "ann"


def test_one_signature_of_two_waits_for_the_other(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    answer = ask(Scripted(desk, lambda: Reply(ending=Ending.APPROVED, logins=(desk.login("bob"),))), DUAL)
    assert (answer.ending, answer.by) == (Ending.WAITING, ("bob",))
    desk.changes.approve(answer.change, desk.login("cid"))
    assert ask(Queue(room(desk)), DUAL).ending is Ending.APPROVED


def test_what_is_remembered_is_not_asked_again(desk: Desk) -> None:
    desk.person("ann")
    people = Scripted(desk, lambda: Reply(ending=Ending.APPROVED, logins=(desk.login("ann"),), remember=True))
    assert ask(people, question()).ending is Ending.APPROVED
    assert ask(people, question(session="s2")).ending is Ending.APPROVED
    assert len(people.asked) == 1
    ask(people, question(tool="edit"))
    assert len(people.asked) == 2


def test_a_host_cannot_have_anything_remembered(desk: Desk) -> None:
    ask(host(desk, Answer(ending=Ending.APPROVED, remember=True)), question())
    assert desk.memory.all() == ()


def test_whoever_goes_away_takes_the_question_along(desk: Desk) -> None:
    desk.person("ann")

    async def leave() -> None:
        class Forever(Asking):
            async def _put(self, change: Change) -> Reply:
                began.set()
                await asyncio.Event().wait()
                raise AssertionError

        began = asyncio.Event()
        task = asyncio.create_task(Forever(room(desk)).ask(question()))
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(leave())
    assert [one.state for one in desk.changes.all()] == [State.CANCELLED]


def test_what_cannot_be_written_down_is_not_asked(desk: Desk) -> None:
    desk.person("ann")
    people = Scripted(desk, lambda: Reply(ending=Ending.APPROVED, logins=(desk.people.login("ann", SECRET),)))
    desk.audit.broken = True
    with pytest.raises(CannotRecord):
        ask(people, question())
    assert people.asked == []


def test_a_flood_is_told_and_not_waved_through(desk: Desk) -> None:
    desk.person("ann")
    queue = Queue(room(desk))
    for number in range(32):
        ask(queue, question(arguments={"path": str(number)}))
    assert ask(queue, question()).ending is Ending.NOBODY


def test_two_calls_alike_at_once_take_a_yes_each(desk: Desk) -> None:
    said = [YES, Answer(ending=Ending.REJECTED), YES]
    asked: list[str] = []

    async def one_by_one(question: Question) -> Answer:
        asked.append(question.id)
        await asyncio.sleep(0)
        return said[len(asked) - 1]

    async def both() -> list[Answer]:
        approver = Callback(room(desk), one_by_one)
        return await asyncio.gather(*(approver.ask(question()) for _ in range(3)))

    endings = [one.ending for one in asyncio.run(both())]
    assert endings == [Ending.APPROVED, Ending.REJECTED, Ending.APPROVED]
    assert len(set(asked)) == 3


def test_a_yes_that_comes_between_two_looks_is_taken_once(desk: Desk) -> None:
    desk.person("ann")

    class Meanwhile(Scripted):
        def _nobody(self, question: Question) -> Answer | None:
            desk.approved(question)  # after the slips were looked at, before it is put
            return super()._nobody(question)

    people = Meanwhile(desk, lambda: Reply(ending=Ending.REJECTED))
    answer = ask(people, question())
    assert (answer.ending, people.asked) == (Ending.APPROVED, [])
    assert desk.changes.redeem(question()) is None
