"""More is deleted than any skill owns: a home, a disk, backups, a database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Verb
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_HOME = r"(?:~|\$\{?HOME\}?|/home/[^/\s]+|/Users/[^/\s]+|%USERPROFILE%|\$env:USERPROFILE|\$HOME)"
_EVERYTHING = pattern(
    rf"^[\"']?(?:/\*?|/\.\*?|{_HOME}/?\*?|{_HOME}/\.\*|[A-Za-z]:[\\/]*\*?|/(?:etc|usr|var|bin|boot|lib|home|Users"
    rf"|root|opt|System|Library|mnt|data|srv)/?\*?|"
    rf"/dev/(?:sd|nvme|disk|hd|vd)\w*|%SystemRoot%.*|C:[\\/]+Windows.*)[\"']?$"
)
_PRECIOUS = pattern(
    rf"{_HOME}/(?:Documents|Desktop|Pictures|Downloads|Library|Photos|Movies|Music|\.ssh|\.gnupg|\.aws|\.config|"
    rf"\.openclaw|\.clawdbot|\.claude)/?\*?[\"']?$|"
    r"shadowstorage|shadowcopy|vssadmin|delete\s+shadows|wbadmin|tmutil\s+delete|\bTime\s?Machine|/backups?/?\*?$"
)
_DATABASE = pattern(
    r"\bDROP\s+(?:DATABASE|SCHEMA)\b|\bdropDatabase\b|\bFLUSHALL\b|\bTRUNCATE\s+TABLE\b|\bDROP\s+TABLE\b"
)
_TRACES = pattern(
    r"(?:bash|zsh)_history|/var/log(?:/\*?|/(?:auth|syslog|secure|wtmp|lastlog)\S*)?$|wevtutil\s+cl|Clear-EventLog"
)


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every deletion of what is not the skill's own."""
    for act in _acts.meant(hits, Verb.DELETE):
        found = _judged(package, act)
        if found is not None:
            severity, said = found
            yield RULE.at(
                act.span, severity=severity, confidence=_acts.sure(package, act), chain=_acts.trail(package, act),
                axis=Axis.POWER if severity is Severity.LOW else Axis.MALICE, message=f"{said} is deleted",
            )  # fmt: skip


def _judged(package: Package, act: Act) -> tuple[Severity, str] | None:
    target = (act.path or act.what).strip().encode("utf-8", "replace")
    about = package.purpose.covers(Topic.CLEANING, Topic.DATABASE, Topic.SECURITY)
    said = act.doer is Doer.PERSON or (about and not act.hidden)
    if _EVERYTHING.search(target):
        return Severity.MEDIUM if said else Severity.CRITICAL, f"everything under {target.decode('utf-8', 'replace')}"
    if _PRECIOUS.search(target):
        return Severity.LOW if said else Severity.HIGH, "what the person cannot replace"
    if _TRACES.search(target):
        return (Severity.MEDIUM, "what would show what happened") if act.hidden or not said else None
    if _DATABASE.search(target):
        return Severity.MEDIUM if (act.hidden or act.unasked) and not about else Severity.LOW, "a database"
    return None


RULE = Rule(
    id="mass-deletion",
    title="more is deleted than the skill owns",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="What is gone is gone: no setting brings back a home folder or a backup.",
    remedy="Delete only what the skill itself made, by its full name.",
    look=look,
    anchors=(
        r"\brm\b", r"\brmtree\b", r"\bunlink\b", r"\brmdir\b", r"\brmSync\b", r"\bRemove-Item\b", r"\bdel /",
        r"\bdelete\b", r"\bDROP (?:DATABASE|SCHEMA|TABLE)\b",
        r"\bshred\b", r"\bmkfs", r"\bdd\b", r"\bwipe", r"\bvssadmin\b", r"\bformat [a-z]:", r"\brimraf\b",
        r"\btruncate\b", r"\berase\b",
    ),
)  # fmt: skip
