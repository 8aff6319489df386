"""A file that is fetched and then run: a program nobody has seen before it ran."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Act, Doer, Source, Verb
from sealskill.scan.document import Document
from sealskill.scan.facts.brands import is_installer
from sealskill.scan.facts.hosts import account_of
from sealskill.scan.facts.standing import FOREIGN, STRANGE, Standing
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _acts

if TYPE_CHECKING:
    from sealskill.scan.package import Package


def look(package: Package, hits: Hits) -> Iterator[Finding]:
    """Every file that is fetched and run in one document."""
    for document in _acts.reaching(hits):
        for fetched, ran in {id(fetched): (fetched, ran) for fetched, ran in _pairs(document)}.values():
            dials = _dials(package, fetched, ran)
            if dials is not None:
                yield RULE.at(
                    ran.span, severity=dials[0], confidence=_acts.sure(package, ran, dials[1]),
                    message=f"a file that {_acts.whither(fetched)} sends is run",
                    chain=(*package.way_to(document.path), fetched.span, ran.span),
                )  # fmt: skip


def _pairs(document: Document) -> Iterator[tuple[Act, Act]]:
    """What was fetched into a file, and where that file is run afterwards."""
    kept: dict[str, Act] = {}
    for act in document.acts:
        if act.doer is Doer.NOBODY:
            continue
        if act.verb is Verb.FETCH and act.path:
            kept[_name(act.path)] = act
        elif act.verb is Verb.RUN and act.source is Source.LOCAL and _name(act.path) in kept:
            yield kept[_name(act.path)], act


def _name(path: str) -> str:
    return path.strip("\"'").rpartition("/")[2].lower()


def _dials(package: Package, fetched: Act, ran: Act) -> tuple[Severity, Confidence] | None:
    stands = _acts.stands(package, fetched)
    if is_installer(account_of(fetched.url)) or stands in (Standing.HERE, Standing.VENDOR, Standing.KNOWN):
        return None
    unnoticed = fetched.hidden or ran.hidden or ran.unasked or "/." in fetched.path or _acts.concealed(fetched)
    if stands in STRANGE or (unnoticed and stands in FOREIGN | {Standing.EXAMPLE, Standing.UNSAID}):
        return Severity.CRITICAL, Confidence.MEDIUM
    return (Severity.MEDIUM, Confidence.MEDIUM) if stands in FOREIGN else None


RULE = Rule(
    id="dropper",
    title="a file is fetched and run",
    axis=Axis.MALICE,
    severity=Severity.CRITICAL,
    confidence=Confidence.MEDIUM,
    why="What runs is not in the package: nobody could look at it, and it can change at any time.",
    remedy="Ship what is run, or pin it and verify its digest before it runs.",
    look=look,
    anchors=_acts.NETWORK,
)
