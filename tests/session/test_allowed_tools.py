"""A yes that was said in advance is no yes to a tool that an active skill does not name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.check.house import House, skill_md
from tests.session.room import Room


@pytest.mark.parametrize(
    ("lines", "active", "listed"),
    [
        (["allowed-tools: Read"], True, False),
        (["allowed-tools: Read Write"], True, True),
        (["allowed-tools: Read"], False, True),
        ([], True, True),
    ],
)
def test_what_an_active_skill_does_not_name_is_asked_each_time(
    tmp_path: Path, lines: list[str], active: bool, listed: bool
) -> None:
    room = Room(House(tmp_path, {"home/.agents/skills/deploy/SKILL.md": skill_md("deploy", "Deploys.", *lines)}))

    async def story() -> None:
        async with room.open("approved") as session:
            if active:
                await session.activate("deploy")
            await session.call("write", {"path": "a.txt", "content": "x"})

    asyncio.run(story())
    assert [one.listed for one in room.people.asked] == [listed]
