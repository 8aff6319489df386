"""Everything one scan has to say, gathered for a format to write down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealskill.model.draft import Unreadable
from sealskill.model.report import Scanned, Tally
from sealskill.report.format import Results

if TYPE_CHECKING:
    from sealskill.runtime import Runtime


def gathered(found: Sequence[Scanned | Unreadable], runtime: Runtime, *, verbose: bool = False) -> Results:
    """What `Runtime.scan` yielded, with the counts, the words of the rules and what a person should hear."""
    from sealskill.session import catalogue  # late: `--help` imports no rule

    scans = tuple(one for one in found if isinstance(one, Scanned))
    return Results(
        scans=scans,
        summary=Tally.of(scans),
        rules=catalogue.catalogue(),
        lost=tuple(one for one in found if isinstance(one, Unreadable)),
        notices=runtime.scan_notices,
        policy=runtime.settings.scan.policy,
        engine=catalogue.engine(),
        verbose=verbose,
    )
