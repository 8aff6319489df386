"""A program that goes by the name of a part of the system."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Verb
from sealskill.scan.facts.guards import OWN_UNIT, SYSTEM_NAMES
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_PROGRAMS = pattern(
    r"/(?:s?bin|LaunchAgents|LaunchDaemons|systemd/\w+|init\.d|\.config/autostart|\.local/share)/|\.(?:service|"
    r"timer|plist|exe|dll)$|/\.[\w-]+$|"
    r"AppData|System32|ProgramData"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every program or service that is put down under a system's name."""
    for act in _acts.meant(hits, Verb.WRITE, Verb.FETCH):
        name = act.path.rpartition("/")[2].encode("utf-8", "replace")
        if name and _PROGRAMS.search(act.path.encode()) and SYSTEM_NAMES.search(name) and not _own(package, name):
            yield RULE.at(
                act.span, severity=Severity.HIGH if act.hidden or act.unasked else Severity.MEDIUM,
                confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
                message=f"it goes by a name of the system: {name.decode('utf-8', 'replace')}",
            )  # fmt: skip


_MAKERS = pattern(r"^(?:com\.(?:apple|microsoft|google)\.|systemd-)")


def _own(package: Package, name: bytes) -> bool:
    """Whether it is a setting of the system itself, or what the skill is called."""
    named = any(word.encode() in name.lower() for word in package.vendor.words)
    return bool(OWN_UNIT.search(name)) or (named and not _MAKERS.search(name))


RULE = Rule(
    id="masquerade",
    title="a program goes by a name of the system",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Whoever looks through what runs takes it for a part of the system and leaves it alone.",
    remedy="Give it the skill's own name.",
    look=look,
    anchors=(
        r"com\.(?:apple|microsoft|google)\.", r"systemd-", r"svchost|explorer\.exe|lsass|csrss|winlogon|spoolsv",
        r"kworker|kthread",
        r"dbus-daemon|launchd|softwareupdate",
        r"(?:windows|microsoft|google|chrome|adobe|apple)[ _-]?(?:update|helper|service|health|agent|monitor)",
        r"(?:system|security)[ _-]?(?:update|helper|service|health|agent|monitor)",
    ),
)  # fmt: skip
