"""The skills of a session as its tools see them: what the author hides from the model is not there."""

from __future__ import annotations

from typing import Any

from sealskill.errors import UnknownSkill
from sealskill.model.manifest import Dialect
from sealskill.session.desk import Desk


class SessionSkills:
    """What `find_skill` and `activate_skill` are handed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def find(self, query: str, limit: int) -> list[dict[str, Any]]:
        """Ready skills that answer a query, best first."""
        hits = self._desk.snapshot.find(query, limit)
        shown = [one for one in hits if one.skill.skill.manifest.model_invocable]
        return [
            {
                "name": one.skill.skill.name,
                "description": one.skill.skill.description,
                "kind": "tool" if one.skill.skill.manifest.dialect is Dialect.SKILL_JSON else "skill",
                "score": round(one.score, 4),
            }
            for one in shown
        ]

    def activate(self, name: str) -> str:
        """The text of a skill, which counts from then on. Raises UnknownSkill for one the author hides, too."""
        desk = self._desk
        ready = desk.snapshot.named(name)
        if not ready.skill.manifest.model_invocable:
            raise UnknownSkill(name)
        return desk.active.text(ready, desk.snapshot, "the model activated it").text
