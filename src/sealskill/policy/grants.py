"""Grants: a host, a path, a secret or a way out of the boundary that nobody gave is denied."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator

from sealskill.model.call import Call
from sealskill.model.context import Context, Counting
from sealskill.model.decision import Ruling, Step, StepName
from sealskill.model.grant import Grant
from sealskill.model.value import Value
from sealskill.policy import hosts, paths
from sealskill.policy.capability import counting
from sealskill.policy.granted import grants_of, grants_of_group, speaker


class Need(Value):
    """One thing a call touches that somebody must have been given."""

    words: str
    flag: str
    """What `sealskill grants add` would be given for it; "" where nobody can grant it."""
    given: Callable[[tuple[Grant, ...]], bool]
    trusted: bool = False
    """Whether a skill of one's own has it anyway."""
    alone: bool = False
    """Whether an agent without any skill has it anyway: it is a person's own session then."""


def steps(call: Call, context: Context) -> Iterator[Step]:
    """A step for each thing that is touched and needs a grant, then what cannot be told."""
    needs = tuple(wanted(call, context))
    stranger = _stranger(call, context)
    if stranger is not None:
        yield stranger
    for need in needs:
        yield _held(need, call, context)
    if call.touches.secrets:
        yield from _lent(call, context)
    for what in call.touches.unclear:
        yield _said(Ruling.CONFIRM, f"it cannot be told what {what} would touch")
    if not needs and not call.touches.unclear and stranger is None:
        yield _said(Ruling.ALLOW, "it touches nothing that needs a grant")


def wanted(call: Call, context: Context) -> Iterator[Need]:
    """Everything a call touches that needs a grant."""
    touches = call.touches
    for host in touches.hosts:
        yield Need(words=f"reaching {host}", flag=f"--egress {_word(host)}", given=_reaches(host), alone=True)
    for path in touches.reads:
        if not paths.below(path, (context.workspace, *context.readable)):
            flag = f"--path {_word(f'{path}:read')}"
            yield Need(words=f"reading {path}", flag=flag, given=_opens(path, ("read", "write")))
    for path in touches.writes:
        if not paths.below(path, (context.workspace,)):
            yield Need(words=f"writing {path}", flag=f"--path {_word(f'{path}:write')}", given=_opens(path, ("write",)))
    for name in touches.secrets:
        yield Need(words=f"being handed {name}", flag=f"--env {_word(name)}", given=_holds(name), trusted=True)
    if touches.unconfined:
        yield Need(words="running outside every boundary", flag="", given=_never, trusted=True, alone=True)


def _word(text: str) -> str:
    return shlex.quote(text)


def _reaches(host: str) -> Callable[[tuple[Grant, ...]], bool]:
    return lambda grants: hosts.among(host, [one for grant in grants for one in _places(grant)], hosts.GRANTED)


def _places(grant: Grant) -> tuple[str, ...]:
    """The hosts a grant names. Where a private one stands is looked at when it is connected to."""
    return (*grant.egress, *(one.partition("@")[0] for one in grant.unsafe_private))


def _opens(path: str, modes: tuple[str, ...]) -> Callable[[tuple[Grant, ...]], bool]:
    return lambda grants: paths.below(
        path, [place for grant in grants for place, mode in grant.paths.items() if mode in modes]
    )


def _holds(name: str) -> Callable[[tuple[Grant, ...]], bool]:
    return lambda grants: any(name in grant.env for grant in grants)


def _never(grants: tuple[Grant, ...]) -> bool:
    """What no grant gives a stranger: whoever nobody knows runs inside a boundary, whatever was written."""
    return False


def _stranger(call: Call, context: Context) -> Step | None:
    """A skill that is not here has no grants, and one cannot speak with the tool of another."""
    tool = context.tools.get(call.tool)
    if tool is not None and tool.owner and call.skill not in ("", tool.owner):
        return _said(Ruling.DENY, f"{call.tool} belongs to {tool.owner} and cannot be called for {call.skill}")
    if call.skill and speaker(call, context) is None:
        return _said(Ruling.DENY, f"no ready skill has the key {call.skill!r}", "`sealskill list` shows them")
    return None


def _held(need: Need, call: Call, context: Context) -> Step:
    """Whether everybody who may be behind the call was given what it needs."""
    who = speaker(call, context)
    if call.skill and who is None:
        return _said(Ruling.DENY, f"{need.words} is granted to nobody here")
    asked = counting(call, context) if who is None else (who,)
    if not asked:
        return _alone(need, context)
    lacking = [one for one in asked if not _has(one, need, context)]
    if not lacking:
        return _said(Ruling.ALLOW, f"{need.words} is granted", skills=asked)
    keys = tuple(dict.fromkeys(one.key for one in lacking))
    reason = f"{need.words} is not granted to {', '.join(keys)}"
    advice = f"sealskill grants add {_word(keys[0])} {need.flag}" if need.flag else ""
    # Nobody said for whom: where some have it, a person may say that it is for them.
    some = len(lacking) < len(asked)
    return _said(Ruling.CONFIRM if some else Ruling.DENY, reason, advice, tuple(lacking))


def _has(skill: Counting, need: Need, context: Context) -> bool:
    return (need.trusted and not skill.strange) or need.given(grants_of(skill, context))


def _alone(need: Need, context: Context) -> Step:
    """A call for no skill, where no stranger counts."""
    if need.alone or need.given(grants_of_group(context)):
        return _said(Ruling.ALLOW, f"{need.words} is the agent's own")
    return _said(Ruling.DENY, f"{need.words} is granted to nobody", f"sealskill grants add KEY {need.flag}")


def _lent(call: Call, context: Context) -> Iterator[Step]:
    """A secret of one skill is not used unasked while another stranger may be the one who speaks."""
    who = speaker(call, context)
    others = tuple(one for one in counting(call, context) if who is None or one.key != who.key)
    if others:
        names = ", ".join(dict.fromkeys(one.key for one in others))
        yield _said(Ruling.CONFIRM, f"a secret would be used while {names} counts, too", skills=others)


def _said(ruling: Ruling, reason: str, advice: str = "", skills: tuple[Counting, ...] = ()) -> Step:
    keys = tuple(dict.fromkeys(one.key for one in skills))
    return Step(name=StepName.GRANTS, ruling=ruling, reason=reason, advice=advice, skills=keys)
