"""A program that reports to somebody without being asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Data, Verb
from sealskill.scan.facts.hosts import account_of
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_OTHERS = frozenset(Data) - {Data.SYSTEM, Data.CHOSEN}
_PROFILE = frozenset({Data.SYSTEM, Data.CHOSEN, Data.FILES})


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every unasked connection to somebody the skill does not explain."""
    for act in _acts.linked(hits, Verb.SEND, Verb.FETCH):
        if not act.data & _OTHERS or (Data.SYSTEM in act.data and act.data <= _PROFILE):
            dials = _dials(package, act)
            if dials is not None:
                yield RULE.at(
                    act.span, axis=dials[0], severity=dials[1], confidence=_acts.sure(package, act),
                    message=f"it reports to {_acts.whither(act)}", chain=_acts.trail(package, act),
                )  # fmt: skip


def _dials(package: Package, act: Act) -> tuple[Axis, Severity] | None:
    stands = _acts.stands(package, act)
    unnoticed = act.hidden + _acts.unasked(package, act)
    if Data.SYSTEM in act.data:
        return _profiled(package, act.url, stands, unnoticed)
    if act.verb is Verb.SEND and unnoticed and stands in FOREIGN:
        return Axis.MALICE, Severity.HIGH if unnoticed > 1 and stands in STRANGE else Severity.MEDIUM
    if unnoticed > 1 and stands in STRANGE - {Standing.HOOK}:
        return Axis.MALICE, Severity.MEDIUM
    return None


def _profiled(package: Package, url: str, stands: Standing, unnoticed: int) -> tuple[Axis, Severity] | None:
    """What a machine is called and who uses it: enough to tell one victim from another."""
    if stands in (Standing.NAMELESS, Standing.FALSE) or (stands in FOREIGN | {Standing.EXAMPLE} and unnoticed):
        return Axis.MALICE, Severity.HIGH
    if package.purpose.covers(Topic.TELEMETRY, Topic.MESSAGES):
        return None
    if stands in FOREIGN:
        return Axis.MALICE, Severity.MEDIUM
    if stands is Standing.VENDOR and not (package.vendor.vouched(url) or package.vendor.documented[account_of(url)]):
        return Axis.POWER, Severity.MEDIUM
    return (Axis.POWER, Severity.MEDIUM) if unnoticed > 1 and stands is not Standing.HERE else None


RULE = Rule(
    id="covert-callback",
    title="it reports to somebody without being asked",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="A silent report tells a stranger that the skill runs, where and for whom; orders may come back.",
    remedy="Ask before anything is reported, say what and to whom, and offer a way to switch it off.",
    look=look,
    anchors=_acts.NETWORK,
)
