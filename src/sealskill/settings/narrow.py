"""What a workspace that nobody trusted may do to a setting: make it smaller, never larger.

Each rule takes what stands and what the workspace asks for, and gives what is obeyed and what is refused;
`UNSET` is nothing. A setting without a rule is refused altogether.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from sealskill.model.value import Value


class Narrow(Value):
    """One rule, and its words for the settings reference."""

    says: str
    apply: Callable[[Any, Any], tuple[Any, Any]]


def _only_false(stands: bool, asked: bool) -> tuple[Any, Any]:
    if asked == stands:
        return UNSET, UNSET
    return (UNSET, asked) if asked else (asked, UNSET)


def _lower(stands: int | None, asked: int) -> tuple[Any, Any]:
    if asked == stands:
        return UNSET, UNSET
    return (asked, UNSET) if stands is None or asked < stands else (UNSET, asked)


def _add(stands: tuple[str, ...], asked: tuple[str, ...]) -> tuple[Any, Any]:
    return tuple(dict.fromkeys((*stands, *asked))), UNSET


def _intersect(stands: tuple[str, ...] | None, asked: tuple[str, ...]) -> tuple[Any, Any]:
    if stands is None:  # Absent means all, so any list is smaller.
        return asked, UNSET
    beyond = tuple(name for name in asked if name not in stands)
    return tuple(name for name in asked if name in stands), beyond or UNSET


def towards(*order: str) -> Narrow:
    """Words in the order of their strictness, the mildest first: only a stricter one is obeyed."""

    def apply(stands: str, asked: str) -> tuple[Any, Any]:
        if asked == stands:
            return UNSET, UNSET
        return (asked, UNSET) if order.index(asked) > order.index(stands) else (UNSET, asked)

    return Narrow(says="may tighten", apply=apply)


def _refuse(stands: Any, asked: Any) -> tuple[Any, Any]:
    return UNSET, asked


ONLY_FALSE = Narrow(says="may switch off", apply=_only_false)
LOWER = Narrow(says="may lower", apply=_lower)
ADD = Narrow(says="may add to", apply=_add)
INTERSECT = Narrow(says="may leave out of", apply=_intersect)
REFUSE = Narrow(says="has no say", apply=_refuse)
