"""The one word for the state of a package, and the sign people see before it."""

from __future__ import annotations

from enum import StrEnum

from sealskill.model.inventory import Listed
from sealskill.model.skill import Blocked, Invalid, Ready, Shadowed


class Status(StrEnum):
    """What a package is, here and now. The order is the order of the table."""

    READY = "ready"
    MISSING = "missing"
    BLOCKED = "blocked"
    DISABLED = "disabled"
    INVALID = "invalid"
    SHADOWED = "shadowed"


# A person can give the machine what these gates miss; every other gate said no on purpose.
REQUIREMENTS = frozenset({"os", "bins", "any_bins", "env", "config", "tools"})

_SIGNS = {
    Status.READY: "+",
    Status.MISSING: "x",
    Status.BLOCKED: "x",
    Status.DISABLED: "-",
    Status.INVALID: "!",
    Status.SHADOWED: "-",
}
_TITLES = {
    Status.READY: "Ready",
    Status.MISSING: "Missing requirements",
    Status.BLOCKED: "Blocked",
    Status.DISABLED: "Disabled",
    Status.INVALID: "Invalid",
    Status.SHADOWED: "Shadowed",
}
# Why a skill is blocked, in the word a person looks for.
CAUSES = {"verdict": "security", "bundled": "allowlist", "agent": "agent"}


def status_of(one: Listed) -> Status:
    """The state of a package."""
    match one:
        case Ready():
            return Status.READY
        case Blocked():
            return _of_blocked(one)
        case Shadowed():
            return Status.SHADOWED
        case Invalid():
            return Status.INVALID


def _of_blocked(one: Blocked) -> Status:
    if one.disabled:
        return Status.DISABLED
    return Status.MISSING if one.cause in REQUIREMENTS else Status.BLOCKED


def cause_word(gate: str) -> str:
    """The word for a gate that blocks."""
    return CAUSES.get(gate, gate)


def sign(status: Status) -> str:
    """The status as a table shows it: `+ ready`."""
    return f"{_SIGNS[status]} {status.value}"


def title(status: Status, cause: str = "") -> str:
    """The status as a heading shows it: `x Blocked (security)`."""
    because = f" ({cause_word(cause)})" if status is Status.BLOCKED and cause else ""
    return f"{_SIGNS[status]} {_TITLES[status]}{because}"
