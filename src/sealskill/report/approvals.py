"""Changes, grants and people as documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from sealskill.model import grant_map
from sealskill.model.change import Change
from sealskill.model.grant import Grant
from sealskill.report.approval_shapes import ChangeRow, GrantRow

_WHOSE = ("skill", "seal", "group")


def moment(at: float | None) -> str:
    """A time for people and programs alike; "" for none."""
    return datetime.fromtimestamp(at, UTC).isoformat("T", "seconds") if at else ""


def change(one: Change) -> ChangeRow:
    """The row of a change."""
    asked, bound = one.question, one.question.bound
    return ChangeRow(
        id=one.id, state=one.state.value, kind=bound.kind.value, tool=bound.tool, ruling=asked.ruling.value,
        summary=asked.summary, requester=bound.requester, session=bound.session, persona=bound.persona, seal=bound.seal,
        counting=bound.counting, digest=bound.digest, arguments=dict(bound.arguments), reasons=asked.reasons,
        touching=asked.touching, diff=asked.diff, asked=moment(asked.asked), expires=moment(asked.expires),
        signed=one.signed, ended_by=one.ended_by, reason=one.reason,
    )  # fmt: skip


def grants(every: Iterable[Grant], changes: Mapping[str, str]) -> tuple[GrantRow, ...]:
    """The rows of grants; `changes` says which change brought which."""
    return tuple(
        GrantRow(
            id=one.id, change=changes.get(one.id, ""), skill=one.skill, seal=one.seal, group=one.group,
            gives=gives(one), by=one.by, at=moment(one.at),
        )
        for one in every
    )  # fmt: skip


def gives(grant: Grant) -> dict[str, Any]:
    """What a grant gives, without whose it is."""
    return {key: value for key, value in grant_map.write(grant).items() if key not in _WHOSE}
