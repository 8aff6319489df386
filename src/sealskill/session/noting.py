"""What a load says of skills, recorded when it is not what was recorded last: verdicts, blocked skills, the policy."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Protocol

import msgspec

from sealskill.model.inventory import Inventory
from sealskill.model.record import Category, Record
from sealskill.model.settings import Settings
from sealskill.model.skill import Blocked, Ready

_SYSTEM = "system"


class Noter(Protocol):
    """Whoever records only what changed."""

    def changed(self, kind: str, found: Mapping[str, tuple[str, Record]]) -> int:
        """Record of each thing, by its name, how it stands, unless it stood so before."""
        ...


def note(log: Noter, settings: Settings, inventory: Inventory) -> None:
    """Record what changed since anybody looked. Raises CannotRecord."""
    log.changed("verdict", dict(map(_stands, inventory.skills)))
    log.changed("policy", {"settings": _policy(settings)})


def _stands(one: Ready | Blocked) -> tuple[str, tuple[str, Record]]:
    """How a skill stands: its seal, verdict and trust, and why it may not be used, if it may not."""
    reasons = tuple(f"{check.gate}: {check.message}" for check in one.reasons) if isinstance(one, Blocked) else ()
    action = "skill.blocked" if isinstance(one, Blocked) else "skill.verdict"
    said = _said(action, one, decision=one.verdict.value, reasons=reasons)
    return one.skill.folder, ("\n".join([f"{one.seal} {one.verdict.value} {one.trust}", *reasons]), said)


def _said(action: str, one: Ready | Blocked, *, decision: str, reasons: tuple[str, ...]) -> Record:
    detail = {"folder": one.skill.folder, "trust": str(one.trust)}
    return Record(
        action=action, category=Category.SECURITY, actor=_SYSTEM, skill=one.skill.key, seal=one.seal or "",
        decision=decision, reasons=reasons, detail=detail,
    )  # fmt: skip


def _policy(settings: Settings) -> tuple[str, Record]:
    """The settings that decide about calls, as one number: which they are is in the files of settings."""
    granted = {key: entry.grant for key, entry in settings.entries.items() if entry.grant is not None}
    parts = [settings.policy, settings.session, settings.scan.policy, settings.scan.waivers, granted]
    number = "sha256:" + hashlib.sha256(msgspec.json.encode(parts, order="sorted")).hexdigest()
    detail = {"digest": number, "scope": settings.policy.capability_scope, "scan": settings.scan.policy}
    return number, Record(action="policy.changed", category=Category.SECURITY, actor=_SYSTEM, detail=detail)
