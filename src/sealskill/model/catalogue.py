"""What people are told of a rule: made from the rule's own object, so that a fact lives once."""

from __future__ import annotations

from sealskill.model.report import Audience, Axis, Confidence, Severity
from sealskill.model.value import Value


class RuleInfo(Value):
    """The words and the dials of one rule, without the code that looks."""

    id: str
    title: str
    axis: Axis
    severity: Severity
    confidence: Confidence
    why: str
    """Why it matters, to somebody who never heard of it."""
    remedy: str
    """What would make it fine."""
    audience: Audience = Audience.EVERYBODY
