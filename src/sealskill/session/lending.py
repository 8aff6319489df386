"""Whose secrets a call is lent, and what a decision is told of it. Pure: nothing is fetched to find out.

1. Name the skill that lends: `lender`.
2. Name what would be handed over: `execute.env`, with the grants of that skill; `bound` are those of the settings.
3. Tell the decision: `touched`. It denies what nobody gave, and asks while another stranger counts, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sealskill.execute import env
from sealskill.model.call import Touches
from sealskill.model.grant import Grant
from sealskill.model.settings import EntrySettings, Settings
from sealskill.model.skill import Ready


def lender(named: object, active: Iterable[str]) -> str:
    """The key or name of the skill that lends: the one that is named, else the only active one; "" for none.

    `named` is the argument of the call as it stands there: None where it does not, "" for a call that wants no secret.
    """
    if isinstance(named, str):
        return named
    keys = tuple(dict.fromkeys(active))
    return keys[0] if len(keys) == 1 else ""


def bound(settings: Settings, ready: Iterable[Ready]) -> tuple[Grant, ...]:
    """What the settings give by keeping it for one seal: a secret is written down for whom it is for."""
    found = ((one, settings.entry(one.skill.key)) for one in ready)
    return tuple(
        Grant(id="settings", skill=one.skill.key, seal=entry.seal, env=_kept(one, entry), by=("the settings",))
        for one, entry in found
        if entry.seal and entry.meant_for(one.trust.level, one.seal) and _kept(one, entry)
    )


def _kept(ready: Ready, entry: EntrySettings) -> tuple[str, ...]:
    primary = ready.skill.manifest.primary_env
    return tuple(dict.fromkeys((*entry.env, *((primary,) if primary and entry.api_key is not None else ()))))


def touched(touches: Touches, handed: env.Wanted) -> Touches:
    """What a call touches, with the secrets its child would be given; a call that starts none hands over none."""
    if not starts(touches):
        return touches
    return replace(touches, secrets=tuple(dict.fromkeys((*touches.secrets, *handed.secrets))))


def starts(touches: Touches) -> bool:
    """Whether a child is started."""
    return bool(touches.argv or touches.command or touches.unconfined)
