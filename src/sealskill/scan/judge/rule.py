"""The rule under which people meet what the judge says. No rule looks with it; it can be waived like one."""

from __future__ import annotations

from sealskill.model.catalogue import RuleInfo
from sealskill.model.report import Axis, Confidence, Severity

JUDGE = RuleInfo(
    id="judge",
    title="a second reader says that it does not belong to what the skill is for",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "A model that was asked with `--judge` read the package and says that this line does not belong. The line "
        "really stands there; what the model makes of it is its own opinion, and it may be wrong."
    ),
    remedy="Read the line. If it is fine, accept it by a waiver for this seal, or say in the skill what it is for",
)
