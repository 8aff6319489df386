"""A download that runs at once is whatever the server sends that day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Source, Verb
from sealskill.scan.document import Kind
from sealskill.scan.facts.brands import is_installer
from sealskill.scan.facts.hosts import HostKind, account_of, kind_of_url
from sealskill.scan.facts.standing import Standing
from sealskill.scan.pattern import pattern
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package

_POWER = (Axis.POWER, Severity.LOW, Confidence.HIGH)
# Not once, when the person installs it, but each time that something starts.
_AGAIN = (Axis.POWER, Severity.MEDIUM, Confidence.MEDIUM)
_WARN = (Axis.MALICE, Severity.MEDIUM, Confidence.MEDIUM)
_BLOCK = (Axis.MALICE, Severity.HIGH, Confidence.MEDIUM)
_DIALS = {
    Standing.HERE: _POWER,
    Standing.EXAMPLE: _POWER,
    Standing.VENDOR: _POWER,
    Standing.KNOWN: _POWER,
    Standing.SPOKEN: _POWER,
    Standing.UNSAID: (Axis.POWER, Severity.MEDIUM, Confidence.LOW),
    Standing.CODE: _WARN,
    Standing.THIRD: _WARN,
    Standing.HOOK: _WARN,
    Standing.FREE: _BLOCK,
    Standing.NAMELESS: _BLOCK,
    Standing.FALSE: _BLOCK,
}


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every download that is piped into whatever runs it."""
    for act in _acts.linked(hits, Verb.RUN):
        if act.source is Source.FETCHED and _acts.piped(act):
            if _acts.stands(package, act) is Standing.HERE or _only_page(act):
                continue
            axis, severity, confidence = dials(package, act)
            yield RULE.at(
                act.span, axis=axis, severity=severity, confidence=_acts.sure(package, act, confidence),
                message=f"what {_acts.whither(act)} sends is run at once", chain=_acts.trail(package, act),
            )  # fmt: skip


def _set_up(act: Act) -> bool:
    """Whether the command is a value of settings, which some program runs by itself."""
    where = act.span.document.embedding
    while where is not None:
        if where.outer.kind in _SETTINGS:
            return True
        where = where.outer.embedding
    return False


_SETTINGS = frozenset({Kind.JSON, Kind.YAML, Kind.TOML})


def _only_page(act: Act) -> bool:
    """Whether words, and no command, speak of a host and of nothing that lies there."""
    return act.doer is not Doer.CODE and not act.coded and not act.url.partition("://")[2].partition("/")[2]


def dials(package: Package, act: Act) -> tuple[Axis, Severity, Confidence]:
    """What it means that code from there runs."""
    stands = _acts.stands(package, act)
    if is_installer(account_of(act.url)):
        return _POWER
    if act.unasked and _set_up(act) and stands in (Standing.VENDOR, Standing.SPOKEN, Standing.KNOWN):
        return _AGAIN
    if _unnoticed(act) and stands in (Standing.THIRD, Standing.CODE, Standing.UNSAID, Standing.EXAMPLE):
        return _BLOCK
    if (
        not package.vendor.vouched(act.url)
        and stands in _UNKNOWN
        and (_late(act) or (_sly(act) and stands is Standing.VENDOR))
    ):
        return _BLOCK
    if stands is Standing.THIRD and act.url.startswith("http://"):
        return _BLOCK
    if stands in (Standing.VENDOR, Standing.SPOKEN) and kind_of_url(act.url) is HostKind.CODE:
        return _POWER if package.vendor.vouched(act.url) or _for_people(act) else _AGAIN
    if stands in (Standing.VENDOR, Standing.SPOKEN) and act.url.startswith("http://"):
        return _POWER if package.vendor.vouched(act.url) else _WARN
    return _DIALS[stands]


_PEOPLE = pattern(r"(?:^|/)(?:readme|install|contributing|pkg-info|metadata)[^/]*$")


def _for_people(act: Act) -> bool:
    """Whether it stands in a file that people read before they install the skill, and no agent while it works."""
    return bool(_PEOPLE.search(act.span.document.path.encode("utf-8", "replace")))


def _unnoticed(act: Act) -> bool:
    """Whether nobody would see it happen: silenced, unasked, or decoded first."""
    return (act.doer is Doer.CODE and act.hidden) or act.unasked or _acts.concealed(act)


_UNKNOWN = frozenset({Standing.VENDOR, Standing.SPOKEN, Standing.THIRD, Standing.CODE})


def _late(act: Act) -> bool:
    """Whether it waits for a day or for the so-manieth run: whoever tries the program first sees nothing of it."""
    if act.doer is not Doer.CODE:
        return False
    span = act.span
    lines = span.document.data[max(span.start - _BEFORE, 0) : span.start].split(b"\n")
    own = len(lines[-1]) - len(lines[-1].lstrip())
    above = [one for one in lines[-_LINES:-1] if len(one) - len(one.lstrip()) < own]
    return any(_WAITS.search(one) for one in (*above, lines[-1]))


_BEFORE, _LINES = 800, 7
_WAITS = pattern(
    r"\bif\b[^\n]{0,120}?(?:\b(?:datetime|date|today|now|utcnow|time|Date)\b[^\n]{0,60}?(?:>=?|<=?|-gt|-ge)|"
    r"\b(?:n|i|count\w*|runs?|uses?|used|calls?|hits|times|launch\w*|starts?)\b[^\n]{0,30}?(?:>=?|==|%|-g[te]|-eq)\s*[\"']?\d)"
)


def _sly(act: Act) -> bool:
    """Whether a program keeps quiet of it or hides the command: a host that is called alike is no excuse for that."""
    return act.doer is Doer.CODE and (_acts.concealed(act) or (act.hidden and act.unasked))


RULE = Rule(
    id="piped-install",
    title="a download is run at once",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why="Nobody reads what is run, and the server can answer each person differently.",
    remedy="Ship the script, name a package, or pin a version and verify its digest.",
    look=look,
    anchors=_acts.NETWORK,
)
