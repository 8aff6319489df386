"""Something that stays: it runs again at each start, each login, each commit, long after the skill was used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.facts.guards import OWN_UNIT, SYSTEM_NAMES
from sealskill.scan.facts.places import AUTOSTART
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_STAYS = pattern(
    r"\b(?:cron|schedul\w*|daemon|service|launch(?:d|agent)?|autostart|start-?up|boot|background|periodic\w*|"
    r"daily|hourly|nightly|weekly|"
    r"monitor\w*|watch\w*|heartbeat|remind\w*|systemd|timer|always[- ]on|automat\w*|recurring|hooks?|shell|"
    r"alias\w*|dotfiles?|prompt|profile|"
    r"setup|set\s+up|install\w*|server|gateway|sync\w*|backup\w*|tunnel|deploy\w*|git|path|terminal|zsh|bash|"
    r"login)\b|定时|自动|守护"
)
_KEYS = pattern(r"authorized_keys|/etc/sudoers|/etc/ld\.so\.preload|sitecustomize|usercustomize|\.pth\b")


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every write to a place from which things run by themselves."""
    for act in _acts.meant(hits, Verb.WRITE):
        place = f"{act.path} {act.what}".encode("utf-8", "replace")
        if AUTOSTART.search(place) and not _acts.own_key(package, act):
            axis, severity, confidence = _dials(package, act, place)
            yield RULE.at(
                act.span, axis=axis, severity=severity, confidence=_acts.sure(package, act, confidence),
                message=f"something is set up to run by itself: {act.path or act.what}",
                chain=_acts.trail(package, act),
            )  # fmt: skip


def _dials(package: Package, act: Act, place: bytes) -> tuple[Axis, Severity, Confidence]:
    said = bool(_STAYS.search(package.purpose.said.encode()))
    masked = bool(SYSTEM_NAMES.search(place)) and not OWN_UNIT.search(place)
    if act.doer is Doer.PERSON and not masked:
        return Axis.POWER, Severity.LOW, Confidence.HIGH
    if _KEYS.search(place) and not said:
        return Axis.MALICE, Severity.HIGH, Confidence.MEDIUM
    if masked or ((act.hidden or act.unasked) and not said):
        return Axis.MALICE, Severity.HIGH if act.hidden or act.unasked else Severity.MEDIUM, Confidence.MEDIUM
    if said or act.doer is Doer.AGENT:
        return Axis.POWER, Severity.LOW, Confidence.HIGH
    return Axis.POWER, Severity.MEDIUM, Confidence.MEDIUM


RULE = Rule(
    id="persistence",
    title="something is set up to run by itself",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="It goes on after the skill was used, and after the skill was removed.",
    remedy="Say in the description that it stays, how to see it and how to take it away; ask before it is set up.",
    look=look,
    anchors=(
        r"cron", r"Launch(?:Agents|Daemons)", r"launchctl", r"systemd|systemctl", r"/etc/init\.d|rc\.local",
        r"autostart", r"\\Startup|Startup[\\/]",
        r"CurrentVersion\\+Run",
        r"\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|zlogin|bash_login)\b|\.bash_logout\b",
        r"\.x(?:profile|initrc|session|sessionrc)\b", r"\bat\s+(?:now|noon|midnight|\d)",
        r"/etc/(?:profile|bash\.bashrc|zsh/|environment\b)|\.pam_environment|\.ssh/rc\b|/fish/conf\.d/",
        r"config\.fish", r"\.git/hooks",
        r"hooksPath", r"authorized_keys", r"sudoers", r"ld\.so\.preload", r"sitecustomize|usercustomize|\.pth\b",
        r"\$PROFILE\b", r"schtasks",
        r"Register-ScheduledTask|New-Service",
    ),
)  # fmt: skip
