"""What a grant may say, from the side of whoever writes one that gives more than it seems to."""

from __future__ import annotations

from typing import Any

import pytest

from sealskill.model import grant_map, granting
from sealskill.model.grant import Grant

KEPT = ("/home/ann/.sealskill",)
WHOLE: dict[str, Any] = {
    "skill": "pdf", "seal": "sha256:1", "group": "ops", "egress": ["api.example.com:443"],
    "unsafe_private": ["db:5432@10.1.0.0/16"], "paths": {"/srv/data": "read"}, "env": ["TOKEN"], "class": "mutating",
    "boundary": "container", "tools": ["http_get"], "persona": "Be kind.", "assets": ["a.md"],
}  # fmt: skip


def faults(**parts: Any) -> tuple[str, ...]:
    with pytest.raises(granting.Unfit) as caught:
        granting.fit(Grant(id="", skill="pdf", **parts), KEPT)
    return caught.value.faults


@pytest.mark.parametrize(
    "path",
    [
        "/", "/proc", "/proc/self/environ", "/sys", "/dev/mem", "/home/ann/.sealskill", "/home/ann/.sealskill/db", "/home",
        "/home/ann", "relative", "~/x", "/srv/../etc", "/srv/./x", "/srv//x", "//srv", "/srv/", "", "/srv/\x00", "/srv/\u202ex",
    ],
)  # fmt: skip
@pytest.mark.parametrize("mode", ["read", "write"])
def test_no_path_reaches_the_machine_or_the_place_of_grants(path: str, mode: str) -> None:
    assert len(faults(paths={path: mode})) == 1


def test_a_folder_beside_the_place_of_grants_is_another() -> None:
    fit = granting.fit(Grant(id="", skill="pdf", paths={"/home/ann/.sealskill-notes": "read"}), KEPT)
    assert fit.paths == {"/home/ann/.sealskill-notes": "read"}


@pytest.mark.parametrize(
    "name", ["LD_PRELOAD", "ld_preload", "NODE_OPTIONS", "PYTHONPATH", "BASH_ENV", "A=B", "", "A B", "É"]
)
def test_a_variable_that_loads_code_is_never_granted(name: str) -> None:
    assert len(faults(env=(name,))) == 1


@pytest.mark.parametrize("boundary", ["none", "Unconfined", "bubblewrap ", "/bin/sh"])
def test_a_boundary_nobody_knows_is_refused(boundary: str) -> None:
    assert len(faults(boundary=boundary)) == 1


def test_every_fault_is_told_at_once_and_nothing_is_printed_that_hides() -> None:
    told = faults(egress=("*:443", "a.example:443"), env=("LD_PRELOAD",), paths={"/\x1b[2J": "read"}, boundary="x")
    assert len(told) == 4
    assert all(line.isprintable() for line in told)


def test_a_grant_for_nobody_is_none() -> None:
    with pytest.raises(granting.Unfit):
        granting.fit(Grant(id="", env=("TOKEN",)))


def test_a_grant_is_written_and_read_alike() -> None:
    read = grant_map.read(WHOLE)
    assert grant_map.write(read) == WHOLE
    assert {name for name in Grant.__struct_fields__ if getattr(read, name) in ("", (), {}, None, 0.0)} == {
        "id",
        "by",
        "at",
    }


@pytest.mark.parametrize(
    "value",
    [
        {"everything": True}, {"id": "settings"}, {"by": ["ann"]}, {"accepts": "safe"}, {"egress": "api.example.com:443"},
        {"egress": [1]}, {"paths": ["/srv"]}, {"paths": {"/srv": "all"}}, {"paths": {"/srv": True}}, {"class": "Safe"},
        {"env": {"A": "b"}}, {"boundary": 1},
    ],
)  # fmt: skip
def test_a_key_or_a_value_of_another_kind_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        grant_map.read(value)


def test_a_fault_does_not_repeat_what_was_written() -> None:
    with pytest.raises(ValueError) as caught:
        grant_map.read({"env": "hunter2hunter2"})
    assert "hunter2" not in str(caught.value)


def test_everything_a_grant_gives_is_told() -> None:
    lines = list(granting.given(grant_map.read(WHOLE)))
    assert lines == [
        "egress api.example.com:443", "unsafe_private db:5432@10.1.0.0/16", "path /srv/data (read)", "env TOKEN",
        "class mutating", "boundary container", "tool http_get", "persona Be kind.", "asset a.md",
    ]  # fmt: skip
    assert not granting.empty(grant_map.read(WHOLE))
    assert granting.empty(Grant(id="", skill="pdf", seal="sha256:1"))
