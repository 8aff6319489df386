"""A tool that community skills cost."""

from __future__ import annotations

from typing import Literal

from sealskill.model.decision import Ruling
from sealskill.model.value import Value

When = Literal["now", "once active"]


class Restriction(Value):
    """One tool that is not there as it would be without strangers."""

    tool: str
    ruling: Ruling
    when: When
    skills: tuple[str, ...]
    """The keys of the skills it is because of."""
    reason: str
