"""A container that is given the machine: what was to hold it in is left open from the outside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Verb
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_ENGINES = frozenset("docker podman nerdctl".split())
_MACHINE = pattern(
    r"--privileged\b|(?:-v|--volume|source|src)[\s=]+[\"']?/[\"']?\s*[:,]|docker\.sock\b|--cap-add[\s=]+(?:ALL|SYS_ADMIN)|"
    r"--pid[\s=]+host"
)
_HOME = pattern(
    r"(?:-v|--volume|source|src)[\s=]+[\"']?(?:~|\$\{?HOME\}?|\$\{?USERPROFILE\}?|/root|/home|/Users)(?:/\.(?:ssh|aws|gnupg|kube|config))?[\"']?/?:"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every container that gets the whole machine, or the person's whole home."""
    for act in _acts.meant(hits, Verb.INSTALL):
        whole = act.path in _ENGINES and _MACHINE.search(act.span.data)
        if whole or (act.path in _ENGINES and _HOME.search(act.span.data)):
            axis, severity = _dials(package, act)
            yield RULE.at(
                act.span, axis=axis, severity=severity, confidence=_acts.sure(package, act),
                chain=_acts.trail(package, act), message=f"{act.what} gets the {'machine' if whole else 'home folder'}",
            )  # fmt: skip


def _dials(package: Package, act: Act) -> tuple[Axis, Severity]:
    """A stranger's image has no reason to see the machine; that of a known registry has an owner to ask."""
    severity = _acts.strange(package, act.url) if act.url else None
    return (Axis.MALICE, severity) if severity else (Axis.POWER, Severity.LOW)


RULE = Rule(
    id="host-in-container",
    title="a container is given the machine",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="With the machine's disk, its engine's socket or all privileges, a container is the machine's root.",
    remedy="Mount the one folder it works on; leave privileges and the socket of the engine away.",
    look=look,
    anchors=(r"\b(?:docker|podman|nerdctl)\b.{0,20}\brun\b",),
)
