"""What a second reader, the judge, is asked about one package, and what became of its answer.

It may raise a verdict and never lowers one: an answer turns into findings, and findings only add up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from sealskill.model.report import Finding, Scanned, Unread
from sealskill.model.value import Value

Stand = Literal["none", "warn", "block"]


class Question(Value):
    """One question, as every wire format can ask it."""

    system: str
    """What the model is to do. No word of the package is in it."""
    text: str
    """The package, delimited and harmless to read."""
    schema: Mapping[str, Any]
    """The JSON Schema of the answer."""


class Reply(Value):
    """What an endpoint said: a text, or why there is none. Tokens are None where it did not count them."""

    text: str = ""
    refused: bool = False
    """The model would not answer."""
    failed: str = ""
    """Why there is no answer, in words; a refusal says its own."""
    hopeless: bool = False
    """Whether every other question would end the same way: a wrong key, an address where nobody is."""
    input_tokens: int | None = None
    output_tokens: int | None = None


class Fact(Value):
    """Something the judge says a package does, with a line that really stands there."""

    kind: Literal["does", "leaves", "executes", "asks"]
    says: str
    path: str
    line: int
    evidence: str
    """The line, cut and with secrets masked."""


class Opinion(Value):
    """What became of asking about one package."""

    model: str
    prompt: str
    """The version of the question."""
    verdict: Stand | None = None
    """What it would raise the verdict to. None where it did not judge."""
    refused: bool = False
    failed: bool = False
    why: str = ""
    """Its reason, or why it did not judge."""
    purpose: str = ""
    """What it takes the package to be for."""
    facts: tuple[Fact, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What does not belong to that, each with a line that stands in the package."""
    discarded: int = 0
    """Points it made about lines that stand nowhere: they count for nothing."""
    unread: tuple[Unread, ...] = ()
    """What it was not shown. A package of which it saw a part is not judged, though it may be raised."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    cost: float | None = None
    """In the currency of `price_in` and `price_out`; 0 for a kept answer, None where a price or a count is missing."""
    cached: bool = False

    @property
    def judged(self) -> bool:
        """Whether it read everything and answered."""
        return self.verdict is not None and not self.refused and not self.failed


class Estimate(Value):
    """What asking is going to take. It is worked out from sizes, before anything is read or sent."""

    packages: int
    kept: int
    """Packages whose answer is remembered."""
    calls: int
    input_tokens: int
    output_tokens: int
    """The most there can be."""
    cost: float | None = None


class Heard(Value):
    """The counts of many opinions. Tokens and cost are those of this run: what was kept is not paid twice."""

    model: str = ""
    prompt: str = ""
    judged: int = 0
    refused: int = 0
    failed: int = 0
    cached: int = 0
    raised: int = 0
    """Packages whose verdict it would raise."""
    discarded: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    @classmethod
    def of(cls, scans: Iterable[Scanned]) -> Heard | None:
        """The counts of some scans; None where nobody was asked."""
        heard = [one.opinion for one in scans if one.opinion is not None]
        if not heard:
            return None
        counted: Counter[str] = Counter()
        for one in heard:
            stood = {"judged": one.judged, "refused": one.refused, "failed": one.failed, "cached": one.cached}
            counted.update({name: int(so) for name, so in stood.items()})
            counted.update(raised=int(one.verdict in ("warn", "block")), discarded=one.discarded)
            if not one.cached:
                counted.update(input_tokens=one.input_tokens or 0, output_tokens=one.output_tokens or 0)
        costs = [one.cost for one in heard if one.cost is not None]
        cost = round(sum(costs), 6) if len(costs) == len(heard) else None
        return cls(model=heard[0].model, prompt=heard[0].prompt, cost=cost, **counted)
