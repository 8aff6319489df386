"""`why` says of a call what a session would decide about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.cli.house import skill as skill_md
from tests.policy.test_elsewhere import Home

CAPABLE = 'metadata: {"openclaw": {"capabilities": {"filesystem": {"paths": ["out"]}, "network": true}}}'
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("read", {"path": "a.txt"}),
    ("read", {"path": "/etc/passwd"}),
    ("read", {"pth": "a.txt"}),
    ("write", {"path": "a.txt", "content": "x"}),
    ("write", {"path": "out/a.txt", "content": "x"}),
    ("exec", {"command": "git status"}),
    ("exec", {"command": "git $(evil)", "skill": "notes"}),
    ("web_fetch", {"url": "https://api.example.com/"}),
    ("web_fetch", {"url": "http://127.0.0.1/"}),
    ("activate_skill", {"name": "notes"}),
    ("nobody", {"a": 1}),
]


@pytest.mark.parametrize("active", [(), ("notes",), ("deploy",), ("notes", "deploy")])
@pytest.mark.parametrize("persona", ["default", "reader"])
def test_why_and_a_session_say_the_same(tmp_path: Path, active: tuple[str, ...], persona: str) -> None:
    home = Home(
        tmp_path,
        {
            "work/skills/notes/SKILL.md": skill_md("notes"),
            "work/skills/deploy/SKILL.md": skill_md("deploy", "Deploys. Use when asked.", CAPABLE),
            "home/.sealskill/personas/reader.md": "---\nname: reader\ndescription: Reads.\nwhen_to_use: Now.\n---\nRead.\n",
        },
    )
    runtime = home.load()
    foreseen = {
        (tool, str(given)): runtime.why(tool, skills=active, persona=persona, arguments=given) for tool, given in CALLS
    }
    with runtime.session(principal="ann", persona=persona).sync() as session:
        for name in active:
            session.activate(name)
        for tool, given in CALLS:
            said, decided = foreseen[tool, str(given)], session.why(tool, given)
            assert (said.decision, said.steps) == (decided.ruling, decided.steps), (tool, given)
