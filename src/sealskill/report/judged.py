"""What became of asking a second reader, in words. It never goes without saying: a failure is told like a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sealskill.model.opinion import Estimate, Heard, Opinion
from sealskill.model.report import Scanned

_STANDS = {
    "none": "nothing to add",
    "warn": "something does not belong",
    "block": "something in it harms whoever runs it",
}


def failed(one: Scanned) -> bool:
    """Whether a second reader was asked about a package, and did not judge it."""
    return one.opinion is not None and not one.opinion.judged


def told(scanned: Scanned) -> Iterator[str]:
    """Lines about one package; none where nobody was asked."""
    one = scanned.opinion
    if one is None:
        return
    kept = ", kept" if one.cached else ""
    yield f"judge ({one.model}{kept}): {_state(one)}{f': {one.why}' if one.why else ''}"
    if one.discarded:
        yield f"{one.discarded} of its points quote nothing that stands in the package, and do not count"


def _state(one: Opinion) -> str:
    if one.refused:
        return "not judged, refused"
    said = _STANDS[one.verdict] if one.verdict else ""
    return f"not judged{f', and {said}' if said else ', failed'}" if one.failed else said


def counted(scans: Iterable[Scanned]) -> Iterator[str]:
    """One line about all packages; none where nobody was asked."""
    heard = Heard.of(scans)
    if heard is None:
        return
    kept = f" ({heard.cached} kept)" if heard.cached else ""
    cost = "" if heard.cost is None else f", cost {heard.cost:.4f}"
    yield (
        f"Judge {heard.model}: {heard.judged} judged{kept}, {heard.refused} refused, {heard.failed} failed,"
        f" {heard.raised} raised; {heard.input_tokens} tokens sent, {heard.output_tokens} answered{cost}."
    )


def expected(one: Estimate) -> str:
    """What asking is going to take."""
    kept = f", {one.kept} more are kept" if one.kept else ""
    cost = "" if one.cost is None else f", at most about {one.cost:.2f}"
    return (
        f"asking the judge: {one.calls} calls{kept}; about {one.input_tokens} tokens sent and at most"
        f" {one.output_tokens} answered{cost}"
    )
