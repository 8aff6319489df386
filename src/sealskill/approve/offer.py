"""What somebody wants granted, as a question: shown as a diff against what is there, with the seal it is for. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from sealskill.errors import Refused
from sealskill.model import grant_map, granting
from sealskill.model.decision import Ruling
from sealskill.model.grant import Grant
from sealskill.model.question import Bound, Kind, Question
from sealskill.model.skill import TrustLevel


def difference(before: Iterable[Grant], wanted: Grant) -> tuple[str, ...]:
    """What the grant gives, a line each: `+` for what is new, two spaces for what is there already."""
    there = {line for one in before if one.group == wanted.group for line in granting.given(one)}
    return tuple(f"{' ' if line in there else '+'} {line}" for line in granting.given(wanted))


def question(wanted: Grant, trust: TrustLevel, before: Iterable[Grant], requester: str) -> Question:
    """The question about a grant to a skill that is trusted so far.

    Raises Refused for what a stranger is never given, and where nothing would be new.
    """
    if trust.tier and not wanted.seal:
        raise Refused(
            "a stranger is only granted something by its seal", advice="`sealskill info NAME --seal` prints it"
        )
    if trust.tier and wanted.boundary == granting.UNCONFINED:
        raise Refused("a stranger runs inside a boundary, whatever is granted")
    lines = difference(before, wanted)
    if not any(line.startswith("+") for line in lines):
        raise Refused("all of it is granted already", advice="`sealskill grants list` shows it")
    whose = f"{wanted.skill or 'the group'}{f' in {wanted.group}' if wanted.group else ''}"
    bound = Bound(
        kind=Kind.GRANT, tool="grants", arguments={"grants": [grant_map.write(wanted)]}, requester=requester,
        session="", seal=wanted.seal,
    )  # fmt: skip
    touching = (f"{whose}, which is {trust.value}", f"seal {wanted.seal or 'of any version of it'}")
    return Question(
        id="", bound=bound, ruling=Ruling.CONFIRM, summary=f"grant {whose} something", touching=touching,
        diff="\n".join(lines),
    )  # fmt: skip
