"""People and their secrets, from the side of whoever wants to pass for one."""

from __future__ import annotations

import pytest
from tests.approve.ground import SECRET, Desk

from sealskill.approve import secret as rules
from sealskill.approve.people import LOGIN_SECONDS, People
from sealskill.errors import Conflict, NotFound, Refused, UsageError


def test_a_wrong_secret_and_a_name_nobody_has_are_told_alike(desk: Desk) -> None:
    desk.person("ann")
    told = []
    for name in ("ann", "bob"):
        with pytest.raises(Refused) as caught:
            desk.people.login(name, "something else entirely")
        told.append((str(caught.value), caught.value.advice))
    assert told[0] == told[1]


def test_the_same_work_is_done_for_a_name_nobody_has(desk: Desk) -> None:
    desk.person("ann")
    seen = []

    class Counted:
        def verify(self, hashed: str, secret: str) -> bool:
            seen.append(hashed)
            return hasher.verify(hashed, secret)

        def hash(self, secret: str) -> str:
            return hasher.hash(secret)

    hasher = desk.people._hasher
    desk.people._hasher = Counted()  # type: ignore[assignment]
    for name in ("ann", "bob"):
        with pytest.raises(Refused):
            desk.people.login(name, "something else entirely")
    assert len(seen) == 2
    # One recipe, so the same cost.
    assert seen[0].split("$")[:4] == seen[1].split("$")[:4]


def test_the_secret_of_nobody_opens_nothing(desk: Desk) -> None:
    desk.people._stranger = desk.people._hasher.hash(SECRET)
    with pytest.raises(Refused):
        desk.people.login("bob", SECRET)


def test_attempts_are_slowed_and_many_at_once_count_like_one_after_another(desk: Desk) -> None:
    desk.person("ann")
    others = [Desk(desk.database) for _ in range(4)]
    for one in others[:3]:
        one.people._attempt("ann")  # three that have not come to the end yet
    with pytest.raises(Refused, match="too many attempts"):
        others[3].people.login("ann", SECRET)
    desk.now += 2
    desk.login("ann")
    desk.login("ann")


def test_whoever_types_on_while_they_wait_makes_nobody_wait_longer(desk: Desk) -> None:
    desk.person("ann")
    for _ in range(20):
        with pytest.raises(Refused):
            desk.people.login("ann", "something else entirely")
    desk.now += 2
    desk.login("ann")
    assert desk.audit.told.count("people.login_failed by nobody") == 3


def test_waiting_grows_and_has_an_end(desk: Desk) -> None:
    desk.person("ann")
    waits = []
    for _ in range(20):
        with pytest.raises(Refused):
            desk.people.login("ann", "something else entirely")
        with desk.database.read() as connection:
            [row] = connection.execute(desk.database.tables["attempts"].select()).all()
        waits.append(max(row.until - desk.now, 0.0))
        desk.now = max(desk.now, row.until)
    assert waits[:5] == [0.0, 0.0, 1.0, 2.0, 4.0]
    assert waits[-1] == 900.0
    desk.now += 1
    desk.login("ann")


def test_a_name_nobody_has_is_slowed_too_and_never_written_down(desk: Desk) -> None:
    desk.person("ann")
    for _ in range(3):
        with pytest.raises(Refused):
            desk.people.login("hunter2-typed-as-a-name", "x")
    with pytest.raises(Refused, match="too many attempts"):
        desk.people.login("hunter2-typed-as-a-name", "x")
    assert "hunter2" not in repr(desk.audit.records)
    with desk.database.read() as connection:
        assert "hunter2" not in repr(connection.execute(desk.database.tables["attempts"].select()).all())


def test_every_login_is_in_the_audit_and_no_secret_is(desk: Desk) -> None:
    desk.person("ann")
    with pytest.raises(Refused):
        desk.people.login("ann", "something else entirely")
    desk.login("ann")
    assert desk.audit.told == [
        "people.added by owner (no person registered)", "people.login_failed by nobody", "people.login by ann",
    ]  # fmt: skip
    assert SECRET not in repr(desk.audit.records)
    assert SECRET not in repr(desk.login("ann"))
    with desk.database.read() as connection:
        assert SECRET not in repr(connection.execute(desk.database.tables["people"].select()).all())


def test_a_login_is_good_for_minutes_and_in_its_own_process(desk: Desk) -> None:
    desk.person("ann")
    login = desk.login("ann")
    other = Desk(desk.database)
    with desk.database.read() as connection:
        assert desk.people.known(connection, login) == "ann"
        with pytest.raises(Refused):
            other.people.known(connection, login)
        desk.now += LOGIN_SECONDS
        with pytest.raises(Refused, match="too old"):
            desk.people.known(connection, login)


def test_the_login_of_somebody_who_was_there_before_is_not_that_of_the_new_one(desk: Desk) -> None:
    desk.person("ann", "bob")
    old = desk.login("bob")
    desk.changes.dismiss("bob", desk.login("ann"))
    desk.person("bob")
    with desk.database.read() as connection, pytest.raises(Refused):
        desk.people.known(connection, old)


def test_once_somebody_is_registered_only_a_person_registers_another(desk: Desk) -> None:
    desk.person("ann")
    with pytest.raises(Refused):
        desk.people.add("bob", SECRET)
    with pytest.raises(Refused):
        desk.changes.dismiss("ann", None)
    assert desk.people.standing() == ("ann",)


def test_a_name_is_registered_once(desk: Desk) -> None:
    desk.person("ann")
    with pytest.raises(Conflict):
        desk.people.add("ann", SECRET + " another", by=desk.login("ann"))
    desk.login("ann")
    with pytest.raises(NotFound):
        desk.changes.dismiss("bob", desk.login("ann"))


@pytest.mark.parametrize(
    "name",
    ["", "Ann", "аnn", "ann ann", "-ann", "../ann", "a" * 64, "owner", "system", "ann\x1b", "ann\n", "owner (x)"],
)
def test_a_name_that_could_be_taken_for_another_is_refused(desk: Desk, name: str) -> None:
    with pytest.raises(UsageError):
        desk.people.add(name + "!" if name.strip() == "ann" else name, SECRET)


@pytest.mark.parametrize(
    "secret",
    ["", "short", "aaaaaaaaaaaaaaaa", "with\x00nothing after", "x" * 1025, "ann ann", "annannannann1", "\u200b" * 20],
)
def test_a_secret_that_could_be_guessed_is_refused(desk: Desk, secret: str) -> None:
    with pytest.raises(UsageError) as caught:
        desk.people.add("ann", secret)
    assert not secret or secret not in str(caught.value)
    assert desk.people.standing() == ()


def test_a_secret_is_the_same_however_a_keyboard_writes_it(desk: Desk) -> None:
    desk.people.add("ann", "caf\u00e9 au lait sans sucre")
    assert desk.people.login("ann", "cafe\u0301 au lait sans sucre").name == "ann"
    assert rules.plain("e\u0301") == "\u00e9"


def test_what_a_secret_costs_to_try_is_what_argon2_advises(desk: Desk) -> None:
    real = People(desk.database, desk.audit, lambda: 0.0)._hasher
    assert (real.memory_cost, real.time_cost) >= (65536, 3)
