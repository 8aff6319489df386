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
# What stands around the folder one works in, all that stands in it, and all files of one kind in either.
_AROUND = pattern(r"^[\"']?(?:\./)?(?:[\"']?(?:\$\{?PWD\}?|\$\(pwd\)|\$_)[\"']?/)?(?:\.\./?)+\*?[\"']?$")
_HERE = pattern(r"^[\"']?(?:\.|(?:\./|\.?/?)?\*|(?:\$\{?PWD\}?|\$\(pwd\))/?\*?|\./?)[\"']?$")
_KIND = pattern(r"^[\"']?(?:\./)?((?:\.\./)*)\*\.(\w+)[\"']?$")
_SCRAPS = frozenset("tmp temp log bak swp pyc pyo o class aux out cache orig rej toc part lock".split())
_LOST = pattern(r"^(?:git|docker|kubectl|aws|gsutil|gcloud|gh|npm|heroku|terraform|tofu|pulumi|cdk)\s")
"""Programs that throw away more than one file at once."""
_CHOSEN = pattern(r"\s-(?:name|iname|path|regex|mtime|mmin|size|empty|newer|maxdepth|links)\b|\bgrep\b|--exclude")


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
    if _EVERYTHING.search(target) and not (_ONE_FILE.search(act.span.data) and b"*" not in target):
        return Severity.MEDIUM if said else Severity.CRITICAL, f"everything under {target.decode('utf-8', 'replace')}"
    if _PRECIOUS.search(target):
        if package.purpose.covers(Topic.BACKUP) and _put_back(act, target):
            return None
        return Severity.LOW if said else Severity.HIGH, "what the person cannot replace"
    if _TRACES.search(target):
        return (Severity.MEDIUM, "what would show what happened") if act.hidden or not said else None
    if _DATABASE.search(target):
        unasked = act.hidden or _acts.unasked(package, act)
        return Severity.MEDIUM if unasked and not about else Severity.LOW, "a database"
    return None if said else _around(package, act, target)


# A call that takes away a file and no folder: what looks like a whole home is a name that is not known to its end.
_ONE_FILE = pattern(r"\b(?:unlink(?:Sync)?|os\.remove)\s*\(")


def _around(package: Package, act: Act, target: bytes) -> tuple[Severity, str] | None:
    """What is deleted in the folder that one works in, or beside it, without the name of anything."""
    if _LOST.search(act.what.encode("utf-8", "replace")):
        if b"--force-with-lease" in act.what.encode("utf-8", "replace"):
            return None
        if _about_it(package, act):
            return Severity.LOW, "work or data of the person"
        return _thrown_away(act) if _acts.unasked(package, act) else None
    if _CHOSEN.search(act.what.encode("utf-8", "replace")) or _OWN_SCRAPS.search(act.span.data) or _permission(act):
        return None
    if _AROUND.search(target):
        return Severity.HIGH, "everything around the folder one works in"
    kind = _KIND.search(target)
    if not (_HERE.search(target) or kind or target == b"$_") or not _acts.unasked(package, act):
        return None
    if kind and not kind.group(1) and kind.group(2).decode() in _SCRAPS:
        return None
    mild = target == b"$_" or (kind and not kind.group(1))
    return Severity.MEDIUM if mild else Severity.HIGH, "with all work, whatever lies in the folder"


def _thrown_away(act: Act) -> tuple[Severity, str] | None:
    """How bad it is that a program throws away with all work whatever it is told to."""
    said = act.what.encode("utf-8", "replace")
    if _PRUNES.search(said) and not _VOLUMES.search(said):
        return (Severity.MEDIUM, "what is not in use") if _FORCED.search(said) else None
    return Severity.MEDIUM if _in_own_copy(act) else Severity.HIGH, "work or data of the person"


# Containers and pictures that nothing uses are made again; a volume holds data. Without a force it asks first.
_PRUNES = pattern(r"^docker\s+(?:system|image|container|network|builder|buildx)\s+prune\b")
_VOLUMES = pattern(r"\bvolumes?\b")
_FORCED = pattern(r"\s-\w*[af]|\s--(?:all|force)\b")


def _in_own_copy(act: Act) -> bool:
    """Whether `git` puts back to what the server has a copy that the text says it made for itself, in its folder."""
    document, start = act.span.document, act.span.start
    while document.embedding is not None:
        start = _acts.place_in(document.embedding.outer, document.span(start, start + 1))
        document = document.embedding.outer
    before = document.data[max(start - _FUNCTION, 0) : start]
    around = before + document.data[start:][:_NEXT]
    return act.what.startswith("git ") and bool(_GOES_IN.search(before) and _OWN_COPY.search(around))


_FUNCTION = 2_000
"""Bytes before a command that belong to its script."""
_GOES_IN = pattern(r"(?:^|\n|;|&&)\s*cd\s+[\"']?\$\{?\w+")
_OWN_COPY = pattern(
    r"\b(?:cached|cloned|temporary|throw-?away|scratch|disposable)\s+(?:repo\w*|clones?|cop(?:y|ies)|checkouts?|work\s?trees?)\b"
)
# What the same script made with `mktemp`, by the name it gave it.
_OWN_SCRAPS = pattern(r"\$\{?\w*(?:tmp|temp|scratch|staging)\w*")


def _permission(act: Act) -> bool:
    """Whether the command is the pattern of a permission, `Bash(rm *)`, and nothing that is run."""
    span = act.span
    return b"Bash(" in span.document.data[max(span.start - 8, 0) : span.start + 6]


def _about_it(package: Package, act: Act) -> bool:
    """Whether a skill is about the very program, and nobody has it run unseen: its dangers are what it teaches."""
    said = package.purpose.said.lower().replace("-", " ").replace("_", " ").split()
    return not act.hidden and act.what.split()[0] in said


def _put_back(act: Act, target: bytes) -> bool:
    """Whether one of the next lines puts something in the place of what is deleted: a restore, a way back."""
    behind = act.span.document.data[act.span.end :][:_NEXT].split(b"\n")[1:4]
    bare = target.strip(b"\"'").rstrip(b"/")
    return any(_PUTS.search(line) and bare in (line.strip(), *line.replace(b'"', b" ").split()) for line in behind)


_NEXT = 400
_PUTS = pattern(r"^\s*(?:sudo\s+)?(?:mv|cp|rsync|tar|unzip|ln)\s")
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
        r"\brm\b", r"\brmtree\b", r"\bgit (?:reset|clean|push)\b", r"\bkubectl delete\b", r"\bprune\b",
        r"\bunlink\b", r"\brmdir\b", r"\brmSync\b", r"\bRemove-Item\b", r"\bdel /",
        r"\bdelete\b", r"\bDROP (?:DATABASE|SCHEMA|TABLE)\b",
        r"\bshred\b", r"\bmkfs", r"\bdd\b", r"\bwipe", r"\bvssadmin\b", r"\bformat [a-z]:", r"\brimraf\b",
        r"\btruncate\b", r"\berase\b",
    ),
)  # fmt: skip
