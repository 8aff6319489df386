"""Whatever is done to changes in whatever order, they stand where a model of ten lines says, and nothing happens twice."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, precondition, rule
from tests.approve.ground import GRANT, Desk, granting, question

from sealskill.approve.changes import EXPIRE_SECONDS, LEASE_SECONDS
from sealskill.errors import Conflict, Refused
from sealskill.model.change import State
from sealskill.model.decision import Ruling
from sealskill.model.question import Kind, Question
from sealskill.store import database

PEOPLE = ("ann", "bob", "cid")
ASKED = [question(), question(session="s2"), question(Ruling.DUAL_SIGN, tool="exec", requester="ann"), granting(GRANT)]
OPEN = (State.PENDING, State.APPROVED_ONCE)
DONE = (State.APPLYING, State.APPLIED, State.UNKNOWN)


class World(RuleBasedStateMachine):
    """Two processes at one database, by a clock that is set by hand."""

    changes = Bundle("changes")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.database = database.open(self.folder / "state" / "sealskill.db")
        self.desks = [Desk(self.database), Desk(self.database)]
        self.now = 1000.0
        self.desks[0].person(*PEOPLE)
        self.told: dict[str, dict[str, Any]] = {}
        """What the model knows of each change: question, state, who signed, when it ends, who acts on it."""
        self.ran: list[str] = []

    def teardown(self) -> None:
        self.database.close()
        shutil.rmtree(self.folder)

    def desk(self, which: int) -> Desk:
        self.desks[which].now = self.now
        return self.desks[which]

    def live(self, asked: Question) -> list[str]:
        here = [id for id, one in self.told.items() if one["digest"] == asked.bound.digest]
        return [id for id in here if self.told[id]["state"] in (*OPEN, State.APPROVED)]

    @rule(target=changes, asked=st.sampled_from(ASKED), which=st.integers(0, 1))
    def put(self, asked: Question, which: int) -> str:
        made = self.desk(which).changes.put(asked)
        live = self.live(asked)
        if live:
            assert made.id == live[0]
            return made.id
        assert made.id not in self.told
        self.told[made.id] = {
            "question": asked, "digest": asked.bound.digest, "state": State.PENDING, "signed": set(),
            "ends": self.now + EXPIRE_SECONDS, "owner": None,
        }  # fmt: skip
        return made.id

    @rule(id=changes, person=st.sampled_from(PEOPLE), which=st.integers(0, 1))
    def approve(self, id: str, person: str, which: int) -> None:
        one, desk = self.told[id], self.desk(which)
        dual = one["question"].ruling is Ruling.DUAL_SIGN
        may = one["state"] in OPEN and person not in one["signed"] and not (dual and person == "ann")
        try:
            desk.changes.approve(id, desk.login(person))
        except (Conflict, Refused):
            assert not may
            return
        assert may
        one["signed"].add(person)
        if dual and len(one["signed"]) < 2:
            one["state"] = State.APPROVED_ONCE
        elif one["question"].bound.kind is Kind.GRANT:
            one["state"] = State.APPLIED
            self.ran.append(id)
        else:
            one["state"] = State.APPROVED

    @rule(id=changes, which=st.integers(0, 1), how=st.sampled_from(["reject", "cancel"]))
    def end(self, id: str, which: int, how: str) -> None:
        one, changes = self.told[id], self.desk(which).changes
        try:
            changes.reject(id, "a reviewer") if how == "reject" else changes.cancel(id, "s1")
        except Conflict:
            assert one["state"] not in OPEN
            return
        assert one["state"] in OPEN
        one["state"] = State.REJECTED if how == "reject" else State.CANCELLED

    @rule(asked=st.sampled_from(ASKED[:3]), which=st.integers(0, 1))
    def redeem(self, asked: Question, which: int) -> None:
        taken = self.desk(which).changes.redeem(asked)
        slips = [id for id in self.live(asked) if self.told[id]["state"] is State.APPROVED]
        assert [taken.id] == slips if taken else not slips
        if taken:
            self.told[taken.id].update(state=State.APPLYING, owner=which, lease=self.now + LEASE_SECONDS)
            self.ran.append(taken.id)

    @rule(id=changes, which=st.integers(0, 1), went=st.booleans())
    def settle(self, id: str, which: int, went: bool) -> None:
        one = self.told[id]
        mine = one["state"] is State.APPLYING and one["owner"] == which
        try:
            self.desk(which).changes.settle(id, went=went)
        except Conflict:
            assert not mine
            return
        assert mine
        one["state"] = State.APPLIED if went else State.FAILED

    @rule(id=changes, which=st.integers(0, 1))
    def revoke(self, id: str, which: int) -> None:
        one, desk = self.told[id], self.desk(which)
        able = one["state"] in (State.APPROVED, State.APPLIED, State.UNKNOWN)
        try:
            desk.changes.revoke(id, desk.login("bob"))
        except Conflict:
            assert not able
            return
        assert able
        one["state"] = State.REVOKED

    @rule(which=st.integers(0, 1))
    def crash(self, which: int) -> None:
        """A process ends without a word, and another one takes its place."""
        self.desks[which] = Desk(self.database)
        for one in self.told.values():
            if one["owner"] == which:
                one["owner"] = None

    @precondition(lambda self: self.told)
    @rule(seconds=st.sampled_from([1.0, EXPIRE_SECONDS / 2, EXPIRE_SECONDS]))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        for one in self.told.values():
            if one["state"] in (*OPEN, State.APPROVED) and self.now >= one["ends"]:
                one["state"] = State.EXPIRED
            elif one["state"] is State.APPLYING and self.now >= one["lease"]:
                one["state"] = State.UNKNOWN

    @rule(id=consumes(changes))
    def forget(self, id: str) -> None:
        """Nobody holds this id any more."""

    @invariant()
    def they_stand_where_the_model_says(self) -> None:
        found = {one.id: one.state for one in self.desk(0).changes.all()}
        assert found == {id: one["state"] for id, one in self.told.items()}

    @invariant()
    def nothing_ran_twice_or_without_signatures(self) -> None:
        assert len(self.ran) == len(set(self.ran))
        for id in self.ran:
            one = self.told[id]
            assert len(one["signed"]) == (2 if one["question"].ruling is Ruling.DUAL_SIGN else 1)
        assert {id for id, one in self.told.items() if one["state"] in DONE} <= set(self.ran)

    @invariant()
    def what_is_granted_is_what_stands_applied(self) -> None:
        granted = {change for _, change in self.desk(0).grants.applied()}
        kind = Kind.GRANT
        assert granted == {
            id for id, one in self.told.items() if one["state"] is State.APPLIED and one["question"].bound.kind is kind
        }


TestWorld = World.TestCase
TestWorld.settings = settings(
    max_examples=40, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
