"""What may become of a call: the strictest of all steps, with every step kept."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from sealskill.model.value import Value


class Ruling(StrEnum):
    """What a step says of a call, and a decision after all of them."""

    ALLOW = "allow"
    CONFIRM = "confirm"
    DUAL_SIGN = "dual_sign"
    DENY = "deny"

    @property
    def strictness(self) -> int:
        """0 for what is allowed, 3 for what is denied."""
        return _ORDER.index(self)


_ORDER = tuple(Ruling)


class StepName(StrEnum):
    """The steps of a decision, in the order they are told."""

    TOOL = "tool"
    PERSONA = "persona"
    GROUP = "group"
    ALWAYS_DENIED = "always-denied"
    CAPABILITIES = "capabilities"
    CLASS = "class"
    GRANTS = "grants"
    LIMITS = "limits"


class Step(Value):
    """One question that was asked of a call, and its answer."""

    name: StepName
    ruling: Ruling
    reason: str
    advice: str = ""
    """What a person can do about it; "" where nothing is to be done."""
    skills: tuple[str, ...] = ()
    """The keys of the skills it is because of."""


class Decision(Value):
    """What may become of one call. Made by `decided`."""

    ruling: Ruling
    steps: tuple[Step, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why it is no plain yes, the strictest reason first; of a plain yes, all that was looked at."""
        against = [step for step in self.steps if step.ruling is not Ruling.ALLOW]
        ranked = sorted(against, key=lambda step: -step.ruling.strictness)
        return tuple(step.reason for step in ranked or self.steps)

    @property
    def advice(self) -> tuple[str, ...]:
        """What a person can do about it, without repeating it."""
        return tuple(dict.fromkeys(step.advice for step in self.steps if step.advice))


def decided(steps: Iterable[Step]) -> Decision:
    """The decision of some steps: the strictest wins, and no step at all is a no."""
    every = tuple(steps)
    return Decision(ruling=max((step.ruling for step in every), key=_ORDER.index, default=Ruling.DENY), steps=every)
