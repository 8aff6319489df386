"""Who may say what is made of a scan: an unknown workspace may only tighten it, and a waiver says everything it has to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.settings.house import House

from sealskill.model.settings import Waiver

SEAL = "sha256:" + "a" * 64
GOOD = {"rule": "dropper", "seal": SEAL, "reason": "a lesson", "until": "2027-01-31"}


def house(base: Path, workspace: dict[str, Any] | None = None, user: dict[str, Any] | None = None) -> House:
    files = {"work/sealskill.yaml": workspace, "home/.sealskill/config.yaml": user}
    return House(base, {name: yaml.safe_dump({"scan": scan}) for name, scan in files.items() if scan is not None})


@pytest.mark.parametrize(
    "asked",
    [
        {"policy": "lenient"},
        {"incomplete_local": "warn"},
        {"waivers": [GOOD]},
        {"baseline": "known.json"},
        {"on_load": True},
        {"jobs": 64},
    ],
    ids=lambda asked: next(iter(asked)),
)
def test_an_unknown_workspace_loosens_nothing(asked: dict[str, Any], tmp_path: Path) -> None:
    strict = {"policy": "balanced", "incomplete_local": "block", "on_load": False}
    alone = house(tmp_path, user=strict).load().scan
    asking = house(tmp_path, asked, strict)
    assert asking.load().scan == alone
    assert asking.load(trusted=True).scan != alone
    assert f"scan.{next(iter(asked))}" in asking.ignored()


def test_an_unknown_workspace_may_tighten(tmp_path: Path) -> None:
    tight = house(tmp_path, {"policy": "strict", "incomplete_local": "block", "onLoad": False}).load().scan
    assert (tight.policy, tight.incomplete_local, tight.on_load) == ("strict", "block", False)


def test_a_waiver_is_read_with_its_day_quoted_or_not(tmp_path: Path) -> None:
    text = f"scan:\n  waivers:\n  - {{rule: dropper, seal: '{SEAL}', reason: a lesson, until: 2027-01-31}}\n"
    found = House(tmp_path, {"home/.sealskill/config.yaml": text}).load().scan.waivers
    assert found == (Waiver(**GOOD),)
    assert house(tmp_path, user={"waivers": [GOOD]}).load().scan.waivers == found


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seal": None}, "lacks seal"),
        ({"reason": ""}, "lacks reason"),
        ({"until": None}, "lacks until"),
        ({"until": "soon"}, "must be a day"),
        ({"until": "2027-02-30"}, "must be a day"),
        ({"seal": "sha256:*"}, "64 digits"),
        ({"rule": "*"}, "`sealskill rules`"),
        ({"rule": "unread"}, "needs `path`"),
        ({"skill": "x"}, "no waiver has"),
        ({"reason": "a\x1b[2J"}, "control characters"),
    ],
)
def test_a_waiver_that_does_not_say_everything_is_refused(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    asked = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
    [problem] = house(tmp_path, user={"waivers": [asked]}).problems()
    assert says in problem


@pytest.mark.parametrize("waivers", ["all", {"rule": "dropper"}, ["dropper"], 1])
def test_what_is_no_list_of_waivers_is_refused(waivers: Any, tmp_path: Path) -> None:
    assert len(house(tmp_path, user={"waivers": waivers}).problems()) == 1
