"""Grants: what is applied is all of what was shown and nothing else, and revoking leaves none of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from tests.approve.ground import GRANT, Desk, granting

from sealskill.errors import BadSettings, Conflict, Refused
from sealskill.model.change import State
from sealskill.model.grant import Grant
from sealskill.model.settings import EntrySettings
from sealskill.model.skill import TrustLevel

OTHER = {"skill": "pdf", "seal": "sha256:1", "env": ["TOKEN"], "group": "ops"}


def test_a_grant_is_applied_whole_and_revoked_whole(desk: Desk) -> None:
    desk.person("ann")
    made = desk.approved(granting(GRANT, OTHER))
    assert made.state is State.APPLIED
    one, two = sorted(desk.grants.all(), key=lambda grant: grant.group)
    assert (one.egress, two.env, two.group) == (("api.example.com:443",), ("TOKEN",), "ops")
    assert {one.by, two.by} == {("ann",)}
    assert desk.changes.revoke(made.id, desk.login("ann")).state is State.REVOKED
    assert desk.grants.all() == ()
    assert [line for line in desk.audit.told if line.startswith("grant.")] == [
        "grant.added by ann", "grant.added by ann", "grant.revoked by ann", "grant.revoked by ann",
    ]  # fmt: skip


def test_a_change_with_one_part_nobody_may_have_gives_nothing(desk: Desk) -> None:
    desk.person("ann")
    id = desk.changes.put(granting(GRANT, {**OTHER, "env": ["LD_PRELOAD"]})).id
    with pytest.raises(Refused, match="LD_PRELOAD"):
        desk.changes.approve(id, desk.login("ann"))
    assert desk.changes.find(id).state is State.FAILED
    assert desk.grants.all() == ()
    with pytest.raises(Conflict):
        desk.changes.approve(id, desk.login("ann"))


@pytest.mark.parametrize(
    "bad",
    [
        {"egress": ["*:443"]}, {"egress": ["169.254.169.254:80"]}, {"paths": {"/": "read"}},
        {"paths": {"/var/lib/sealskill/db": "read"}}, {"paths": {"/no/such/folder": "read"}}, {"boundary": "none"},
        {"seal": "sha256:2"}, {"env": []}, {"everything": True},
    ],
)  # fmt: skip
def test_a_hand_made_change_is_held_against_the_same_list(desk: Desk, bad: dict[str, Any]) -> None:
    desk.person("ann")
    id = desk.changes.put(granting({"skill": "pdf", "seal": "sha256:1", **bad})).id
    with pytest.raises(Refused):
        desk.changes.approve(id, desk.login("ann"))
    assert desk.grants.all() == ()


def test_a_change_of_nothing_is_refused(desk: Desk) -> None:
    desk.person("ann")
    with pytest.raises(Refused):
        desk.approved(granting())


def test_a_link_is_no_path(desk: Desk, tmp_path: Path) -> None:
    real = Path(os.path.realpath(tmp_path))
    (real / "link").symlink_to("/etc")
    desk.person("ann")
    with pytest.raises(Refused, match="is a link"):
        desk.approved(granting({"skill": "pdf", "seal": "sha256:1", "paths": {str(real / "link"): "write"}}))
    made = desk.approved(granting({"skill": "pdf", "seal": "sha256:1", "paths": {str(real): "write"}}))
    assert made.state is State.APPLIED


def test_the_owner_grants_only_while_nobody_is_registered(desk: Desk) -> None:
    made = desk.changes.approve(desk.changes.put(granting(GRANT)).id, None)
    assert desk.grants.all()[0].by == ("owner (no person registered)",)
    desk.person("ann")
    with pytest.raises(Refused):
        desk.changes.revoke(made.id, None)
    with pytest.raises(Refused):
        desk.changes.approve(desk.changes.put(granting(OTHER)).id, None)
    assert len(desk.grants.all()) == 1


def test_a_pending_grant_survives_a_restart_and_is_applied_once(desk: Desk) -> None:
    desk.person("ann")
    id = desk.changes.put(granting(GRANT)).id
    again = Desk(desk.database)
    assert again.changes.approve(id, again.login("ann")).state is State.APPLIED
    with pytest.raises(Conflict):
        desk.changes.approve(id, desk.login("ann"))
    assert len(desk.grants.all()) == 1


def test_nothing_is_installed_that_nobody_here_knows_how_to_install(desk: Desk) -> None:
    desk.person("ann")
    desk.changes._journal._appliers = {}
    with pytest.raises(Refused, match="nothing here applies"):
        desk.approved(granting(GRANT))
    assert [one.state for one in desk.changes.all()] == [State.FAILED]


def test_settings_and_changes_are_one_list(desk: Desk) -> None:
    entries = {"pdf": EntrySettings(seal="sha256:1", grant=Grant(id="", env=("TOKEN",)))}
    both = Desk(desk.database, entries=entries)
    both.changes.approve(both.changes.put(granting(GRANT)).id, None)
    [ours, theirs] = both.grants.all()
    assert (ours.id, ours.skill, ours.seal, ours.env) == ("settings", "pdf", "sha256:1", ("TOKEN",))
    assert theirs.id.startswith("grt_")


def test_settings_that_grant_the_place_of_grants_are_refused(desk: Desk) -> None:
    entries = {"pdf": EntrySettings(grant=Grant(id="", paths={"/var/lib": "read"}))}
    with pytest.raises(BadSettings, match=r"skills\.entries\.pdf\.grant"):
        Desk(desk.database, entries=entries).grants.all()


@pytest.mark.parametrize("trust", [TrustLevel.COMMUNITY, TrustLevel.SIGNED])
def test_a_stranger_has_only_what_was_given_to_its_bytes(desk: Desk, trust: TrustLevel) -> None:
    for seal in ("", "sha256:1"):
        desk.changes.approve(desk.changes.put(granting({**GRANT, "seal": seal}, seal=seal)).id, None)
    of = desk.grants.of
    assert len(of("pdf", "sha256:1", TrustLevel.LOCAL)) == 2
    assert [one.seal for one in of("pdf", "sha256:1", trust)] == ["sha256:1"]
    assert of("pdf", "sha256:2", trust) == ()
    assert of("pdf", "", trust) == ()
    assert of("other", "sha256:1", trust) == ()


def test_a_stranger_is_let_out_of_no_boundary(desk: Desk) -> None:
    desk.changes.approve(desk.changes.put(granting({**GRANT, "boundary": "unconfined"})).id, None)
    assert [one.boundary for one in desk.grants.of("pdf", "sha256:1", TrustLevel.COMMUNITY)] == [""]
    assert [one.boundary for one in desk.grants.of("pdf", "sha256:1", TrustLevel.LOCAL)] == ["unconfined"]
