"""The ways between states: nothing leads back, and nothing leads past an answer."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from sealskill.approve import state
from sealskill.model.change import Change, State
from sealskill.model.decision import Ruling
from sealskill.model.question import Bound, Kind, Question

BOUND = Bound(kind=Kind.CALL, tool="write", requester="ann", session="s1")
QUESTION = Question(id="chg_1", bound=BOUND, ruling=Ruling.DUAL_SIGN, asked=0.0, expires=100.0)
ENDS = {State.FAILED, State.REJECTED, State.EXPIRED, State.CANCELLED, State.REVOKED}


def change(now: State, ruling: Ruling = Ruling.DUAL_SIGN, **more) -> Change:
    return Change(question=replace(QUESTION, ruling=ruling), state=now, **more)


def reached(start: State) -> set[State]:
    seen, waiting = set(), [start]
    while waiting:
        for then in state.WAYS[waiting.pop()]:
            if then not in seen:
                seen.add(then)
                waiting.append(then)
    return seen


@pytest.mark.parametrize("now", State)
def test_no_way_leads_back(now: State) -> None:
    assert now not in reached(now)


@pytest.mark.parametrize("now", sorted(ENDS))
def test_what_ended_stays_so(now: State) -> None:
    assert [then for then in State if state.may(now, then)] == []


def test_nothing_is_applied_that_was_not_approved() -> None:
    before = {now for now, then in product(State, State) if then is State.APPLYING and state.may(now, then)}
    assert before == {State.APPROVED}
    assert {now for now in State if state.may(now, State.APPLIED)} == {State.APPLYING}


def test_what_is_lost_is_never_tried_again() -> None:
    assert State.APPLYING not in reached(State.UNKNOWN)
    assert reached(State.UNKNOWN) == {State.REVOKED}


@pytest.mark.parametrize(
    ("now", "then"),
    [
        (State.PENDING, State.EXPIRED),
        (State.APPROVED_ONCE, State.EXPIRED),
        (State.APPROVED, State.EXPIRED),
        (State.APPLIED, State.APPLIED),
        (State.REJECTED, State.REJECTED),
    ],
)
def test_an_answer_is_late_from_the_very_second_it_expires(now: State, then: State) -> None:
    assert state.at(change(now), 99.999) is now
    assert state.at(change(now), 100.0) is then


def test_an_expired_lease_is_unknown() -> None:
    held = change(State.APPLYING, lease=50.0)
    assert (state.at(held, 49.0), state.at(held, 50.0)) == (State.APPLYING, State.UNKNOWN)


def test_what_runs_while_the_question_expires_is_not_expired() -> None:
    assert state.at(change(State.APPLYING, lease=500.0), 200.0) is State.APPLYING


def test_two_signatures_of_one_person_are_one() -> None:
    assert state.signed(change(State.PENDING, signed=("bob", "bob"))) is State.APPROVED_ONCE
    assert state.signed(change(State.PENDING, signed=("bob", "cid"))) is State.APPROVED
    assert state.signed(change(State.PENDING, Ruling.CONFIRM, signed=("bob",))) is State.APPROVED


@pytest.mark.parametrize("ruling", [Ruling.ALLOW, Ruling.DENY])
def test_nobody_signs_what_nobody_is_asked_about(ruling: Ruling) -> None:
    with pytest.raises(ValueError, match="nobody is asked"):
        state.signatures(ruling)


@pytest.mark.parametrize("name", ["ann", "Ann", "ANN"])
def test_whoever_asks_does_not_sign(name: str) -> None:
    assert state.barred(change(State.PENDING), name)
    assert not state.barred(change(State.PENDING, Ruling.CONFIRM), name)


def test_the_second_signature_is_another_persons() -> None:
    once = change(State.APPROVED_ONCE, signed=("bob",))
    assert state.barred(once, "bob")
    assert not state.barred(once, "cid")
