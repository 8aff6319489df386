"""Signs that say little alone and much together: an order to be kept quiet, about what is not the skill's business."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sealskill.model.report import Axis, Confidence, Finding, Severity
from sealskill.scan.act import Doer
from sealskill.scan.facts.harms import Harm, harms_in
from sealskill.scan.facts.hosts import urls_in
from sealskill.scan.facts.purpose import Topic
from sealskill.scan.facts.signs import Sign, anchors, signs_in, stem, ways
from sealskill.scan.facts.standing import Standing, standing
from sealskill.scan.facts.triggers import IMPERATIVE
from sealskill.scan.facts.triggers import standing as standing_order
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Sentence
from sealskill.scan.rule import Hits, Rule
from sealskill.scan.rules import _said

if TYPE_CHECKING:
    from sealskill.scan.package import Package

# One of these stands in every text that works against the person: how it is done, or what is written where.
_MANNERS = (Sign.SECRECY, Sign.DECEPTION, Sign.NO_QUESTION, Sign.OBEDIENCE)
_WRITINGS = (Sign.STEERING, Sign.SPREADING)
_HOW, _WHERE = pattern(ways(*_MANNERS)), pattern(ways(*_WRITINGS))
# How it is done, and what is done. Only both together are an agenda.
_MANNER = {Sign.SECRECY: 2, Sign.DECEPTION: 2, Sign.OBEDIENCE: 2, Sign.NO_QUESTION: 1, Sign.STANDING: 1}
_MATTER = {
    Sign.SECRETS: 2, Sign.PRIVATE: 1, Sign.AWAY: 2, Sign.ALIKE: 1, Sign.STEERING: 2, Sign.SPREADING: 2,
    Sign.DESTRUCTION: 1, Sign.UNGUARDED: 2, Sign.MONEY: 3, Sign.CODE: 2, Sign.CONTEXT: 2, Sign.BENT: 4,
}  # fmt: skip
_BLOCKS, _WARNS = 6, 5
_OPEN = frozenset({Standing.HERE, Standing.EXAMPLE, Standing.KNOWN, Standing.UNSAID})


def look(package: Package, hits: Hits) -> Iterable[Finding]:
    """Every order whose manner and matter together weigh enough."""
    told = _said.Told(RULE, package, hits, stem=stem(*_MANNERS, *_WRITINGS))
    for one in told.meaning(_HOW):
        if _said.hidden(one) or (_meant(one) and not (_said.warns_before(one, _HOW) or _SPARES.search(one.words))):
            yield from _weighed(package, one)
    for one in told.meaning(_WHERE):
        if _said.hidden(one) or (_meant(one) and not _forbidden(one)):
            yield from _weighed(package, one)


# Not to be asked for a secret spares the person, and so does keeping one out of what is published.
_SPARES = pattern(
    r"\b(?:never|do\s+not|don['’]?t|must\s+not|without)\s+(?:ever\s+)?ask(?:ing)?\b[^.;\n]{0,40}?\b(?:to|for)\b[^.;\n]{0,40}?\b(?:paste|"
    r"mint|provide|share|type|enter|reveal|hand|secrets?|tokens?|keys?|passwords?|credentials?)\b|"
    r"\bwithout\s+(?:exposing|printing|logging|revealing|echoing)\b|\bout\s+of\s+(?:version\s+control|git|the\s+repo\w*|logs?)\b"
)


def _weighed(package: Package, one: Sentence) -> Iterator[Finding]:
    near = _unwrapped(_said.around(one))
    found = {*signs_in(near), *_away(package, near)} - _its_business(package)
    if standing_order([one.words], one.heading):
        found.add(Sign.STANDING)
    manner = sum(weight for sign, weight in _MANNER.items() if sign in found)
    matter = sum(weight for sign, weight in _MATTER.items() if sign in found)
    score = (
        manner
        + matter
        + _at_once(package, one)
        + _stealing(found)
        - (2 if package.purpose.covers(Topic.SECURITY) else 0)
    )
    if manner >= 2 and matter >= 2 and score >= _WARNS:
        yield RULE.at(
            one.span, severity=Severity.HIGH if score >= _BLOCKS else Severity.MEDIUM,
            message="together: " + "; ".join(sorted(found & (_MANNER.keys() | _MATTER.keys()))),
        )  # fmt: skip


def _stealing(found: set[Sign]) -> int:
    """More, where what is the person's goes to a stranger and is kept quiet."""
    taken = found & {Sign.SECRETS, Sign.PRIVATE, Sign.CONTEXT}
    return 1 if taken and Sign.AWAY in found and found & {Sign.SECRECY, Sign.DECEPTION} else 0


def _its_business(package: Package) -> set[Sign]:
    """What a skill is openly for is no sign."""
    sets_up = package.purpose.covers(Topic.PERSONA, Topic.MEMORY, Topic.SKILLS)
    return {Sign.STEERING} if sets_up else set()


def _at_once(package: Package, one: Sentence) -> int:
    """More, where one sentence has something sent to a stranger and kept quiet."""
    return 2 if Sign.SECRECY in signs_in(one.words) and Sign.AWAY in _away(package, one.words) else 0


# `Users are not to learn of it` orders as much as `do not tell users`.
_DECREES = pattern(
    r"\b(?:is|are)\s*(?:not|n['’]t)\s+to\s+\w+|\b(?:need|must|should)\s*(?:not|n['’]t|never)\s+(?:\w+\s+){0,2}?(?:learn|know|hear|be\s+told)|"
    r"\b(?:nobody|no\s+one)\s+(?:is|needs|has|ought)\s+to\b"
)
_NOT = pattern(
    r"\b(?:never|not|don['’]?t|cannot|without|nor|avoid|refuse\s+to)\s+(?:\w+\s+){0,3}$|(?:不要|请勿|禁止)[^。]{0,6}$"
)


def _forbidden(one: Sentence) -> bool:
    """Whether the writing is what the sentence forbids."""
    found = _WHERE.search(one.words)
    return bool(found and _NOT.search(one.words[: found.start()]))


def _meant(one: Sentence) -> bool:
    """Whether the agent is told to: by the verb that stands first, or by one after a comma."""
    told = one.to is Doer.AGENT or bool(IMPERATIVE.search(one.words)) or _said.foreign(one)
    return told or bool(_DECREES.search(one.words))


def _unwrapped(near: bytes) -> bytes:
    return b"\n\n".join(part.replace(b"\n", b" ") for part in near.split(b"\n\n"))


def _away(package: Package, near: bytes) -> Iterator[Sign]:
    """Whether something is sent to a place that nobody known stands for, and whether it is called as if it were."""
    urls = [url for _, _, url in urls_in(near)] if Harm.SEND in harms_in(near) else []
    for url in urls:
        stands = standing(url, package.vendor)
        if stands not in _OPEN and not package.vendor.vouched(url):
            yield Sign.ALIKE if stands is Standing.VENDOR else Sign.AWAY


RULE = Rule(
    id="hidden-agenda",
    title="several signs together: the text works against the person",
    axis=Axis.MALICE,
    severity=Severity.HIGH,
    confidence=Confidence.MEDIUM,
    why=(
        "Each sign alone has honest uses. An order that is to be kept quiet or done unasked, and that takes keys, "
        "sends things away, steers agents or destroys work, has none."
    ),
    remedy="Say openly what is done, ask before it, and leave what is not the skill's business alone.",
    look=look,
    anchors=(anchors(*_MANNERS), anchors(*_WRITINGS)),
)
