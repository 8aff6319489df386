"""Which tools a model is told of: those its persona and its group have, of skills that their authors do not hide."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.call import Call
from sealskill.model.decision import Ruling
from sealskill.model.tool import Tool
from sealskill.policy import persona
from sealskill.policy import standing as registered
from sealskill.session import standing
from sealskill.session.desk import Desk


def offered(desk: Desk) -> Iterator[Tool]:
    """The tools as a model is offered them. What it is not offered is decided all the same, if it is called."""
    context = standing.here(desk)
    for name, tool in desk.tools.items():
        enabled = registered.group(Call(id="", tool=name), context).ruling is Ruling.ALLOW
        if enabled and not persona.hidden(desk.persona, name) and not _of_a_hidden_skill(desk, tool):
            yield tool


def _of_a_hidden_skill(desk: Desk, tool: Tool) -> bool:
    owner = desk.named(tool.known.owner) if tool.known.owner else None
    return owner is not None and not owner.skill.manifest.model_invocable
