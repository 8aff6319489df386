"""find_skill and activate_skill hand on what the session says, and nothing more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tools.hands import TestHands, call

from sealskill.errors import Failed
from sealskill.tools import activate_skill, find_skill


class Two:
    """A session with two skills."""

    def find(self, query: str, limit: int) -> list[dict[str, Any]]:
        return [{"name": name} for name in ("pdf", "git") if query in name][:limit]

    def activate(self, name: str) -> str:
        if name not in ("pdf", "git"):
            raise Failed(f"no skill is named {name!r}")
        return f"<skill>{name}</skill>"


def test_a_skill_is_found_and_opened_by_the_session(tmp_path: Path) -> None:
    hands = TestHands(tmp_path / "ws", skills=Two())
    assert call(find_skill.TOOL, hands, query="pd") == {"skills": [{"name": "pdf"}]}
    assert call(activate_skill.TOOL, hands, name="git") == "<skill>git</skill>"
    with pytest.raises(Failed):
        call(activate_skill.TOOL, hands, name="blocked")
