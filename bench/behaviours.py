"""What each scanner says of the samples that our own rules are tested with, behaviour by behaviour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from sealskill.model.report import Axis
from sealskill.session import catalogue

SAMPLES = Path(__file__).resolve().parents[1] / "tests" / "scan" / "rules"
DEPTH = 3
"""A sample is `<rule>/<bad or good>/<case>` below that folder."""

_HEAD = """
## By behaviour

The samples that our own rules are tested with, all of them written by us: a scanner that never saw them is at a
disadvantage, and none of them is a real attack. *Missed*: nobody was even warned of a sample that does it. *Flagged*: a
sample that looks like it and is harmless was blocked.

"""


def table(scanners: Mapping[str, Mapping[str, str]]) -> str:
    """A row for every rule about malice that has samples, then the sums."""
    names = list(scanners)
    head = ["behaviour", "samples", *(f"{name}: missed" for name in names), "look-alikes"]
    head += [f"{name}: flagged" for name in names]
    rows = list(_rows(scanners))
    sums = ["**all**", *(str(sum(int(row[at]) for row in rows)) for at in range(1, len(head)))]
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows, sums]
    return _HEAD + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _rows(scanners: Mapping[str, Mapping[str, str]]) -> Iterator[list[str]]:
    for one in catalogue.catalogue().values():
        bad, good = (_cases(one.id, kind) for kind in ("bad", "good"))
        if one.axis is Axis.MALICE and bad:
            missed = [sum(said.get(case, "clean") == "clean" for case in bad) for said in scanners.values()]
            flagged = [sum(said.get(case) == "block" for case in good) for said in scanners.values()]
            yield [one.title, str(len(bad)), *map(str, missed), str(len(good)), *map(str, flagged)]


def _cases(rule: str, kind: str) -> list[str]:
    folder = SAMPLES / rule.replace("-", "_") / kind
    return [f"{folder.parent.name}/{kind}/{case.name}" for case in sorted(folder.glob("*"))]
