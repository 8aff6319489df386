"""Where it is recorded what is done, and what of it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.settings.house import House

from sealskill.model.settings import AnchorSettings, Secret, SecretRef

HIDDEN = "sk-live-8f3a9c"


def house(base: Path, **settings: Any) -> House:
    return House(base, {"home/.sealskill/config.yaml": yaml.safe_dump(settings)})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("anchor", "/tmp/a"), ("anchor", {"file": ""}), ("anchor", {"file": "~other/x"}), ("anchor", {"command": "tee x"}),
        ("anchor", {"command": []}), ("anchor", {"command": ["tee", 7]}), ("anchor", {"syslog": "log.example"}),
        ("anchor", {"syslog": "log.example:0"}), ("anchor", {"syslog": "log.example:65536"}),
        ("anchor", {"syslog": ":514"}), ("anchor", {"syslog": "udp://log.example:514"}),
        ("anchor", {"syslog": f"me:{HIDDEN}@log.example:514"}), ("anchor", {"tape": "x"}), ("anchor_every", 0),
        ("anchor_every", -1), ("anchor_every", 1.5), ("arguments", "yes"), ("key", ""), ("key", [HIDDEN]), ("keep", 3),
    ],
)  # fmt: skip
def test_what_cannot_be_obeyed_is_refused_by_name(key: str, value: Any, tmp_path: Path) -> None:
    problems = house(tmp_path, audit={key: value}).problems()
    assert len(problems) == 1
    assert f"`audit.{key}" in problems[0]
    assert HIDDEN not in problems[0]


def test_places_are_read_as_they_are_written(tmp_path: Path) -> None:
    anchor = {"file": "~/anchors", "command": ["tee", "-a", "x y"], "syslog": "[::1]:601"}
    found = house(tmp_path, audit={"anchor": anchor, "anchor_every": 1}).load().audit
    wanted = AnchorSettings(file=str(tmp_path / "home/anchors"), command=("tee", "-a", "x y"), syslog="[::1]:601")
    assert (found.anchor, found.anchor_every) == (wanted, 1)


def test_no_password_and_no_key_is_ever_shown(tmp_path: Path) -> None:
    url = f"postgresql+pg8000://me:{HIDDEN}@db.example/x"
    one = house(tmp_path, database={"url": url}, audit={"key": HIDDEN, "anchor": {"command": ["send", HIDDEN]}})
    assert HIDDEN not in repr(one.load().database)
    assert HIDDEN not in repr(one.explain().shown)
    assert one.load().database.url == Secret(value=url)


def test_the_address_may_be_kept_elsewhere(tmp_path: Path) -> None:
    found = house(tmp_path, database={"url": "$DATABASE_URL"}).load().database
    assert found.url == Secret(ref=SecretRef(source="env", id="DATABASE_URL"))
