"""Changes, from the side of whoever wants something done that nobody approved."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.approve.ground import GRANT, Desk, granting, question

from sealskill.approve.changes import EXPIRE_SECONDS, LEASE_SECONDS
from sealskill.approve.ledger import KEPT_SECONDS
from sealskill.approve.people import Login
from sealskill.errors import CannotRecord, Conflict, NotFound, Refused, UsageError
from sealskill.model.change import State
from sealskill.model.decision import Ruling
from sealskill.model.record import Category

DUAL = question(Ruling.DUAL_SIGN)


def test_an_id_nobody_gave_out_cannot_be_decided_beforehand(desk: Desk) -> None:
    desk.person("ann")
    with pytest.raises(NotFound):
        desk.changes.approve("chg_mine", desk.login("ann"))
    with pytest.raises(NotFound):
        desk.changes.reject("chg_mine", "ann")
    with pytest.raises(NotFound):
        desk.changes.revoke("chg_mine", desk.login("ann"))
    made = desk.changes.put(replace(question(), id="chg_mine"))
    assert made.id != "chg_mine"
    assert made.state is State.PENDING


def test_an_id_that_was_given_out_is_not_taken_for_another_question(desk: Desk) -> None:
    made = desk.changes.put(question())
    other = replace(question(arguments={"path": "/etc/passwd"}), id=made.id)
    with pytest.raises(Conflict):
        desk.changes.put(other)
    assert desk.changes.find(made.id).question.bound == question().bound
    desk.changes.reject(made.id, "ann")
    with pytest.raises(Conflict):
        desk.changes.put(other)


def test_what_waits_is_not_asked_twice(desk: Desk) -> None:
    assert desk.changes.put(question()).id == desk.changes.put(question()).id
    assert len(desk.changes.all()) == 1


def test_whoever_asks_sets_no_time_of_their_own(desk: Desk) -> None:
    made = desk.changes.put(replace(question(), asked=5.0, expires=1e12))
    assert (made.question.asked, made.question.expires) == (1000.0, 1000.0 + EXPIRE_SECONDS)


@pytest.mark.parametrize("then", ["approve", "reject", "cancel"])
@pytest.mark.parametrize("first", ["approve", "reject", "cancel", "expire", "redeem", "revoke"])
def test_what_is_decided_is_not_decided_again(desk: Desk, first: str, then: str) -> None:
    desk.person("ann")
    id = desk.changes.put(question()).id
    decide(desk, id, first)
    before = desk.changes.find(id)
    with pytest.raises(Conflict):
        decide(desk, id, then)
    assert desk.changes.find(id) == before


def decide(desk: Desk, id: str, how: str) -> None:
    if how == "expire":
        desk.now += EXPIRE_SECONDS
    elif how == "reject":
        desk.changes.reject(id, "ann")
    elif how == "cancel":
        desk.changes.cancel(id, "s1")
    else:
        desk.changes.approve(id, desk.login("ann"))
    if how == "redeem":
        assert desk.changes.redeem(question())
    if how == "revoke":
        desk.changes.revoke(id, desk.login("ann"))


def test_approving_a_call_runs_nothing_and_its_slip_is_redeemed_once(desk: Desk) -> None:
    desk.person("ann")
    made = desk.approved(question())
    assert made.state is State.APPROVED
    taken = desk.changes.redeem(question())
    assert taken is not None
    assert taken.state is State.APPLYING
    assert desk.changes.redeem(question()) is None


@pytest.mark.parametrize(
    "other",
    [
        {"session": "s2"}, {"requester": "bob"}, {"arguments": {"path": "/work/b", "content": "b"}}, {"tool": "edit"},
        {"seal": "sha256:9"}, {"counting": ("sha256:9",)}, {"policy": "sha256:9"}, {"persona": "other"},
    ],
)  # fmt: skip
def test_a_slip_is_good_for_nothing_else(desk: Desk, other: dict) -> None:
    desk.person("ann")
    desk.approved(question())
    assert desk.changes.redeem(question(**other)) is None


def test_a_slip_of_one_signature_is_none_where_two_are_wanted(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    desk.approved(question())
    assert desk.changes.redeem(DUAL) is None
    assert desk.changes.put(DUAL).state is State.PENDING
    assert [one.state for one in desk.changes.all()].count(State.REVOKED) == 1


def test_a_late_answer_runs_nothing(desk: Desk) -> None:
    desk.person("ann")
    id = desk.changes.put(granting(GRANT)).id
    desk.now += EXPIRE_SECONDS
    with pytest.raises(Conflict, match="expired"):
        desk.changes.approve(id, desk.login("ann"))
    assert desk.grants.all() == ()
    assert "approval.expired by system" in desk.audit.told


def test_a_slip_that_is_late_is_not_redeemed(desk: Desk) -> None:
    desk.person("ann")
    desk.approved(question())
    desk.now += EXPIRE_SECONDS
    assert desk.changes.redeem(question()) is None


def test_two_sign_and_neither_is_whoever_asks(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    id = desk.changes.put(DUAL).id
    with pytest.raises(Refused, match="whoever asks"):
        desk.changes.approve(id, desk.login("ann"))
    assert desk.changes.approve(id, desk.login("bob")).state is State.APPROVED_ONCE
    assert desk.changes.redeem(DUAL) is None
    with pytest.raises(Refused, match="another person"):
        desk.changes.approve(id, desk.login("bob"))
    done = desk.changes.approve(id, desk.login("cid"))
    assert (done.state, done.signed) == (State.APPROVED, ("bob", "cid"))
    assert desk.audit.told.count("approval.refused by nobody") == 2
    refused = {one.category for one in desk.audit.records if one.action == "approval.refused"}
    assert refused == {Category.SECURITY}


def test_whoever_asks_does_not_sign_under_another_spelling(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    id = desk.changes.put(question(Ruling.DUAL_SIGN, requester="ANN")).id
    with pytest.raises(Refused):
        desk.changes.approve(id, desk.login("ann"))


def test_software_may_veto_and_never_signs(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    id = desk.changes.put(DUAL).id
    with pytest.raises(Refused):
        desk.changes.vouch(id, "a reviewer")
    with pytest.raises(Refused):
        desk.changes.approve(id, Login(name="bob", until=1e12, token="guessed"))
    with pytest.raises(Refused):
        desk.changes.approve(id, None)
    assert desk.changes.find(id).signed == ()
    assert desk.changes.reject(id, "a reviewer", "too wide").ended_by == "a reviewer"


def test_a_confirmation_may_be_answered_by_the_sessions_own_person(desk: Desk) -> None:
    desk.person("ann")
    assert desk.approved(question(), by="ann").signed == ("ann",)


def test_a_host_vouches_for_its_own_person_and_nobody_else(desk: Desk) -> None:
    made = desk.changes.vouch(desk.changes.put(question()).id, "the console")
    assert made.signed == ("ann (the console)",)
    with pytest.raises(Refused):
        desk.changes.vouch(desk.changes.put(granting(GRANT)).id, "the console")


def test_without_anybody_registered_nobody_answers_a_call(desk: Desk) -> None:
    id = desk.changes.put(question()).id
    with pytest.raises(Refused) as caught:
        desk.changes.approve(id, None)
    assert "sealskill people add" in caught.value.advice


def test_a_flood_of_questions_is_stopped(desk: Desk) -> None:
    for number in range(32):
        desk.changes.put(question(arguments={"path": str(number)}))
    with pytest.raises(Conflict, match="too many"):
        desk.changes.put(question(arguments={"path": "one more"}))
    desk.changes.put(question(session="s2"))
    desk.now += EXPIRE_SECONDS
    desk.changes.put(question(arguments={"path": "one more"}))


def test_whoever_took_it_says_how_it_ended_and_nobody_else(desk: Desk) -> None:
    desk.person("ann")
    desk.approved(question())
    taken = desk.changes.redeem(question())
    assert taken
    with pytest.raises(Conflict):
        Desk(desk.database).changes.settle(taken.id, went=True)
    assert desk.changes.settle(taken.id, went=False, reason="exit 1").state is State.FAILED
    with pytest.raises(Conflict):
        desk.changes.settle(taken.id, went=True)


def test_what_nobody_finished_is_unknown_once_and_never_tried_again(desk: Desk) -> None:
    desk.person("ann")
    desk.approved(question())
    taken = desk.changes.redeem(question())
    assert taken
    desk.now += LEASE_SECONDS
    assert desk.changes.find(taken.id).state is State.UNKNOWN
    desk.changes.sweep()
    desk.changes.sweep()
    assert desk.audit.told.count("approval.unknown by system") == 1
    with pytest.raises(Conflict):
        desk.changes.settle(taken.id, went=True)
    assert desk.changes.redeem(question()) is None


def test_whoever_is_dismissed_takes_their_signatures_along(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    once = desk.changes.put(DUAL).id
    desk.changes.approve(once, desk.login("bob"))
    slip = desk.approved(question(), by="bob").id
    done = desk.approved(granting(GRANT), by="bob").id
    desk.changes.dismiss("bob", desk.login("ann"))
    states = [desk.changes.find(id).state for id in (once, slip, done)]
    assert states == [State.CANCELLED, State.REVOKED, State.APPLIED]
    assert desk.changes.redeem(question()) is None


def test_whoever_is_dismissed_cannot_answer(desk: Desk) -> None:
    desk.person("ann", "bob")
    login, id = desk.login("bob"), desk.changes.put(question()).id
    desk.changes.dismiss("bob", desk.login("ann"))
    with pytest.raises(Refused):
        desk.changes.approve(id, login)
    with pytest.raises(Refused):
        desk.login("bob")
    desk.person("bob")
    with pytest.raises(Refused):
        desk.changes.approve(id, login)


def test_what_cannot_be_written_down_does_not_happen(desk: Desk) -> None:
    desk.person("ann")
    id, login = desk.changes.put(question()).id, desk.login("ann")
    desk.audit.broken = True
    with pytest.raises(CannotRecord):
        desk.changes.approve(id, login)
    with pytest.raises(CannotRecord):
        desk.changes.reject(id, "ann")
    with pytest.raises(CannotRecord):
        desk.changes.put(question(tool="edit"))
    desk.audit.broken = False
    assert desk.changes.find(id).state is State.PENDING
    assert len(desk.changes.all()) == 1


def test_every_step_is_in_the_audit_and_names_its_change(desk: Desk) -> None:
    desk.person("ann")
    made = desk.approved(question())
    taken = desk.changes.redeem(question())
    assert taken
    desk.changes.settle(taken.id, went=True)
    steps = [one for one in desk.audit.records if one.action.startswith("approval.")]
    assert [f"{one.action} by {one.actor}" for one in steps] == [
        "approval.asked by ann", "approval.approved by ann", "approval.applying by system", "approval.applied by system",
    ]  # fmt: skip
    assert {one.detail["change"] for one in steps} == {made.id}
    assert {one.detail["digest"] for one in steps} == {question().bound.digest}


def test_a_question_is_read_as_it_was_asked(desk: Desk) -> None:
    odd = question(arguments={"a": [1, 1.0, None, True, {"é": "\x1b[2J"}], "big": 2**60}, counting=("sha256:3",))
    made = desk.changes.put(replace(odd, reasons=("because",), touching=("/work/a",), diff="+ a"))
    found = desk.changes.find(made.id)
    assert found == made
    assert found.question.bound.digest == odd.bound.digest


def test_text_that_no_database_takes_is_written_as_its_escapes(desk: Desk) -> None:
    odd = "a\0b\ud800c"
    asked = replace(question(), summary=odd, reasons=(odd,), touching=(odd,), diff=odd)
    made = desk.changes.put(asked)
    assert made.question.summary == "a\\x00b\\ud800c"
    assert desk.changes.find(made.id) == made
    assert desk.changes.reject(made.id, odd, odd).reason == "a\\x00b\\ud800c"


def test_what_nobody_could_read_is_not_asked(desk: Desk) -> None:
    with pytest.raises(UsageError, match="too long"):
        desk.changes.put(question(arguments={"content": "x" * 1_000_001}))
    assert desk.changes.all() == ()


def test_a_call_that_ended_is_forgotten_with_its_arguments_and_a_grant_is_not(desk: Desk) -> None:
    desk.person("ann", "bob", "cid")
    grant = desk.approved(granting(GRANT)).id
    ended = desk.changes.put(DUAL).id
    desk.changes.approve(ended, desk.login("bob"))
    desk.changes.reject(ended, "cid")
    slip = desk.approved(question()).id
    assert desk.changes.redeem(question(), lease=KEPT_SECONDS * 3)
    desk.now += KEPT_SECONDS + 1
    desk.changes.sweep()
    assert {one.id for one in desk.changes.all()} == {grant, slip}
    with pytest.raises(NotFound):
        desk.changes.find(ended)
    with desk.database.read() as connection:
        left = connection.execute(desk.database.tables["signatures"].select()).all()
    assert {row.change for row in left} == {grant, slip}
    desk.changes.revoke(grant, desk.login("ann"))
