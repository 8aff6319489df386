"""The states of a change, and the only ways between them. Pure: who moves it is `changes`."""

from __future__ import annotations

from sealskill.model.change import Change, State
from sealskill.model.decision import Ruling
from sealskill.model.question import Kind

_OPEN = frozenset({State.PENDING, State.APPROVED_ONCE})
_UNANSWERED = frozenset({State.REJECTED, State.EXPIRED, State.CANCELLED})

# Nothing leads back: what was decided, tried or lost stays so, and whoever wants it still asks anew.
WAYS: dict[State, frozenset[State]] = {
    State.PENDING: _UNANSWERED | {State.APPROVED_ONCE, State.APPROVED},
    State.APPROVED_ONCE: _UNANSWERED | {State.APPROVED},
    State.APPROVED: frozenset({State.APPLYING, State.EXPIRED, State.REVOKED}),
    State.APPLYING: frozenset({State.APPLIED, State.FAILED, State.UNKNOWN}),
    State.APPLIED: frozenset({State.REVOKED}),
    State.UNKNOWN: frozenset({State.REVOKED}),
    **dict.fromkeys((State.FAILED, State.REJECTED, State.EXPIRED, State.CANCELLED, State.REVOKED), frozenset()),
}


def may(now: State, then: State) -> bool:
    """Whether a change in one state may come into the other."""
    return then in WAYS[now]


def is_open(state: State) -> bool:
    """Whether somebody may still answer."""
    return state in _OPEN


def signatures(ruling: Ruling) -> int:
    """How many people have to say yes. Raises ValueError for what nobody is asked about."""
    match ruling:
        case Ruling.CONFIRM:
            return 1
        case Ruling.DUAL_SIGN:
            return 2
        case _:
            raise ValueError(f"nobody is asked about {ruling}")


def signed(change: Change) -> State:
    """Where a change comes to with the signatures it has."""
    enough = len(set(change.signed)) >= signatures(change.question.ruling)
    return State.APPROVED if enough else State.APPROVED_ONCE


def at(change: Change, now: float) -> State:
    """Where a change stands at a moment: nobody has to come by for it to expire."""
    if change.state in _OPEN | {State.APPROVED} and now >= change.question.expires:
        return State.EXPIRED
    if change.state is State.APPLYING and now >= change.lease:
        return State.UNKNOWN
    return change.state


def is_slip(change: Change) -> bool:
    """Whether approving it runs nothing: a call is run by the session that asked, and by nobody else."""
    return change.question.bound.kind is Kind.CALL


def barred(change: Change, person: str) -> str:
    """Why this person may not say yes to a change; "" if they may."""
    bound, ruling = change.question.bound, change.question.ruling
    if ruling is Ruling.DUAL_SIGN and person.casefold() == bound.requester.casefold():
        return "whoever asks is none of the two who sign"
    if person in change.signed:
        return f"{person} has signed already: the second signature is another person's"
    return ""
