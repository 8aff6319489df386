"""What a person grants one skill in the settings; and what nobody can grant there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.settings.house import House

from sealskill.model.manifest import ToolClass

WHOLE: dict[str, Any] = {
    "egress": ["API.example.com:443"], "unsafe_private": ["db:5432@10.1.0.0/16"], "paths": {"/srv/data": "read"},
    "env": ["TOKEN"], "class": "mutating", "boundary": "container",
}  # fmt: skip


def house(base: Path, grant: Any, place: str = "home/.sealskill/config.yaml") -> House:
    return House(base, {place: yaml.safe_dump({"skills": {"entries": {"pdf": {"seal": "sha256:1", "grant": grant}}}})})


def test_a_grant_is_read_in_one_spelling(tmp_path: Path) -> None:
    grant = house(tmp_path, WHOLE).load().entries["pdf"].grant
    assert grant is not None
    assert (grant.egress, grant.paths, grant.accepts) == (
        ("api.example.com:443",), {"/srv/data": "read"}, ToolClass.MUTATING,
    )  # fmt: skip
    assert (grant.skill, grant.seal, grant.id, grant.by) == ("", "", "", ())


@pytest.mark.parametrize(
    "grant",
    [
        {"egress": ["*.example.com:443"]}, {"egress": ["example.com"]}, {"egress": ["169.254.169.254:80"]},
        {"egress": ["10.0.0.1:80"]}, {"egress": "example.com:443"}, {"paths": {"/": "read"}}, {"paths": {"data": "read"}},
        {"paths": {"/srv/../etc": "read"}}, {"paths": {"/srv": "all"}}, {"env": ["LD_PRELOAD"]}, {"class": "harmless"},
        {"boundary": "none"}, {"unsafe_private": ["db:5432@0.0.0.0/0"]}, {"skill": "other"}, {"seal": "sha256:2"},
        {"group": "ops"}, {"id": "grt_1"}, {"by": ["ann"]}, {"tools": ["exec"]}, {"everything": True}, [], "all", True,
    ],
)  # fmt: skip
def test_what_nobody_can_grant_is_refused_and_names_the_setting(grant: Any, tmp_path: Path) -> None:
    [problem] = house(tmp_path, grant).problems()
    assert "`skills.entries.pdf.grant` " in problem


def test_a_cloned_repository_grants_nothing(tmp_path: Path) -> None:
    cloned = house(tmp_path, WHOLE, "work/sealskill.yaml")
    assert all(entry.grant is None for entry in cloned.load().entries.values())
    assert "skills.entries.pdf.grant" in cloned.ignored()


def test_what_is_granted_is_shown_line_by_line(tmp_path: Path) -> None:
    row = house(tmp_path, WHOLE).row("skills.entries.pdf.grant")
    assert "egress api.example.com:443" in row.value
    assert "path /srv/data (read)" in row.value
