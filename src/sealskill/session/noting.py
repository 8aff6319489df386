"""What a load says of skills, recorded when it is not what was recorded last: verdicts, blocked skills, the policy."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
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
    log.changed("verdict", dict(_verdicts(inventory)))
    log.changed("blocked", dict(_blocked(inventory)))
    log.changed("policy", {"settings": _policy(settings)})


def _verdicts(inventory: Inventory) -> Iterator[tuple[str, tuple[str, Record]]]:
    for one in inventory.skills:
        said = _said("skill.verdict", one, decision=one.verdict.value)
        yield one.skill.folder, (f"{one.seal} {one.verdict.value} {one.trust}", said)


def _blocked(inventory: Inventory) -> Iterator[tuple[str, tuple[str, Record]]]:
    """Every skill that may not be used. One that may be used again is told as that."""
    for one in inventory.blocked:
        reasons = tuple(f"{check.gate}: {check.message}" for check in one.reasons)
        yield one.skill.folder, ("\n".join(reasons), _said("skill.blocked", one, reasons=reasons))
    for ready in inventory.ready:
        yield ready.skill.folder, ("", _said("skill.ready", ready))


def _said(action: str, one: Ready | Blocked, *, decision: str = "", reasons: tuple[str, ...] = ()) -> Record:
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
