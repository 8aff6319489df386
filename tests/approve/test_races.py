"""Several processes at one counter, and processes that are killed half-way: each step happens once or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.approve.ground import GRANT, Desk, granting, question

from sealskill.approve.changes import EXPIRE_SECONDS, LEASE_SECONDS
from sealskill.audit.log import Log
from sealskill.audit.words import Spelling
from sealskill.model.change import State
from sealskill.model.decision import Ruling

ROOT = Path(__file__).parents[2]
DUAL = question(Ruling.DUAL_SIGN)


@pytest.fixture
def desk(opened: Callable[[], Any]) -> Desk:
    database = opened()
    made = Desk(database, recorder=Log(database, Spelling(key=b"k" * 32)))
    made.person("ann", "bob", "cid")
    return made


class Process:
    """Another process at the counter of a desk."""

    def __init__(self, place: str, now: float, what: str, id: str = "", point: str = "-") -> None:
        command = [sys.executable, "-m", "tests.approve.process", place, str(now), point, what, id]
        environ = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
        self._child = subprocess.Popen(command, cwd=ROOT, env=environ, stdin=-1, stdout=-1, text=True)
        assert self.line() == "ready"

    def line(self) -> str:
        assert self._child.stdout is not None
        return self._child.stdout.readline().strip()

    def go(self) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write("\n")
        self._child.stdin.flush()

    def end(self) -> str:
        said = self.line()
        self._child.communicate()
        return said

    def kill_at_its_point(self) -> None:
        self.go()
        assert self.line() == "here"
        self._child.send_signal(signal.SIGKILL)
        self._child.communicate()


def together(*crew: Process) -> list[str]:
    """What came of each, when all of them act at once."""
    for one in crew:
        one.go()
    return [one.end() for one in crew]


def audited(desk: Desk) -> Counter[str]:
    table = desk.database.tables["audit"]
    with desk.database.read() as connection:
        return Counter(connection.execute(select(table.c.action).order_by(table.c.sequence)).scalars())


def slip(desk: Desk) -> str:
    return desk.approved(question(), by="bob").id


def test_of_several_who_approve_at_once_one_does(desk: Desk, place: str) -> None:
    id = desk.changes.put(granting(GRANT)).id
    said = together(*(Process(place, desk.now, f"approve:{name}", id) for name in ("ann", "bob", "cid", "bob")))
    assert Counter(said) == {"applied": 1, "Conflict": 3}
    assert len(desk.grants.all()) == 1
    assert audited(desk)["approval.applied"] == 1


def test_one_person_at_two_screens_signs_once(desk: Desk, place: str) -> None:
    id = desk.changes.put(DUAL).id
    said = together(*(Process(place, desk.now, "approve:bob", id) for _ in range(3)))
    assert Counter(said) == {"approved_once": 1, "Refused": 2}
    assert desk.changes.find(id).signed == ("bob",)


def test_an_answer_in_the_last_second_is_given_or_late_and_never_both(desk: Desk, place: str) -> None:
    id = desk.changes.put(granting(GRANT)).id
    end = desk.now + EXPIRE_SECONDS
    [answer, _] = together(Process(place, end - 1, "approve:ann", id), Process(place, end, "sweep"))
    desk.now = end
    now = desk.changes.find(id).state
    assert (answer, now, len(desk.grants.all())) in [
        ("applied", State.APPLIED, 1),
        ("Conflict", State.EXPIRED, 0),
    ]


def test_of_several_who_redeem_a_slip_one_does(desk: Desk, place: str) -> None:
    slip(desk)
    assert Counter(together(*(Process(place, desk.now, "redeem") for _ in range(4)))) == {"taken": 1, "none": 3}
    assert audited(desk)["approval.applying"] == 1


def test_a_slip_is_redeemed_or_revoked(desk: Desk, place: str) -> None:
    id = slip(desk)
    said = together(Process(place, desk.now, "redeem"), Process(place, desk.now, "revoke:ann", id))
    assert said in (["taken", "Conflict"], ["none", "revoked"])


def test_a_yes_and_a_no_at_once_are_one_of_them(desk: Desk, place: str) -> None:
    id = desk.changes.put(granting(GRANT)).id
    said = together(Process(place, desk.now, "approve:ann", id), Process(place, desk.now, "reject", id))
    assert said in (["applied", "Conflict"], ["Conflict", "rejected"])
    assert len(desk.grants.all()) == (said[0] == "applied")


def test_a_question_that_many_put_at_once_is_one(desk: Desk, place: str) -> None:
    said = together(*(Process(place, desk.now, "put") for _ in range(3)))
    assert len(set(said)) == 1
    assert audited(desk)["approval.asked"] == 1


@pytest.mark.parametrize("point", ["begin:1", "approval.approved", "approval.applying"])
def test_killed_before_the_yes_is_kept_it_was_never_said(desk: Desk, place: str, point: str) -> None:
    id = desk.changes.put(granting(GRANT)).id
    Process(place, desk.now, "approve:ann", id, point).kill_at_its_point()
    assert desk.changes.find(id).state is State.PENDING
    assert (desk.grants.all(), audited(desk)["approval.approved"]) == ((), 0)
    assert desk.changes.approve(id, desk.login("bob")).state is State.APPLIED
    assert len(desk.grants.all()) == 1


@pytest.mark.parametrize("point", ["begin:2", "grant.added", "approval.applied"])
def test_killed_between_yes_and_done_it_is_unknown_once_and_never_done(desk: Desk, place: str, point: str) -> None:
    id = desk.changes.put(granting(GRANT)).id
    Process(place, desk.now, "approve:ann", id, point).kill_at_its_point()
    assert desk.changes.find(id).state is State.APPLYING
    desk.now += 60
    assert together(*(Process(place, desk.now, "sweep") for _ in range(3))) == ["swept"] * 3
    assert desk.changes.find(id).state is State.UNKNOWN
    assert together(Process(place, desk.now, "approve:bob", id)) == ["Conflict"]
    assert desk.grants.all() == ()
    told = audited(desk)
    assert (told["approval.unknown"], told["approval.applied"], told["grant.added"]) == (1, 0, 0)


def test_killed_while_it_redeems_the_slip_is_still_good_once(desk: Desk, place: str) -> None:
    slip(desk)
    Process(place, desk.now, "redeem", "", "approval.applying").kill_at_its_point()
    assert desk.changes.redeem(question())
    assert desk.changes.redeem(question()) is None


def test_killed_while_it_runs_it_is_unknown_and_not_run_again(desk: Desk, place: str) -> None:
    id = slip(desk)
    runs = Process(place, desk.now, "redeem")
    assert together(runs) == ["taken"]
    assert desk.changes.redeem(question()) is None
    desk.now += LEASE_SECONDS
    assert desk.changes.redeem(question()) is None
    assert desk.changes.find(id).state is State.UNKNOWN


@pytest.mark.parametrize("point", ["grant.revoked", "approval.revoked"])
def test_killed_while_it_revokes_all_of_it_stands_and_is_revoked_later(desk: Desk, place: str, point: str) -> None:
    id = desk.approved(granting(GRANT, {**GRANT, "env": ["TOKEN"]})).id
    Process(place, desk.now, "revoke:ann", id, point).kill_at_its_point()
    assert (desk.changes.find(id).state, len(desk.grants.all())) == (State.APPLIED, 2)
    desk.changes.revoke(id, desk.login("bob"))
    assert desk.grants.all() == ()


def test_killed_with_one_signature_the_other_still_counts(desk: Desk, place: str) -> None:
    id = desk.changes.put(DUAL).id
    desk.changes.approve(id, desk.login("bob"))
    Process(place, desk.now, "approve:cid", id, "approval.approved").kill_at_its_point()
    assert desk.changes.find(id).signed == ("bob",)
    assert desk.changes.approve(id, desk.login("cid")).state is State.APPROVED
    assert together(Process(place, desk.now, "redeem2"), Process(place, desk.now, "redeem2")).count("taken") == 1
