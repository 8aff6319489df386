"""The rules of this scanner, in the words people are told."""

from __future__ import annotations

from sealskill.errors import UsageError
from sealskill.model.catalogue import RuleInfo
from sealskill.scan import engine as this
from sealskill.scan.judge.rule import JUDGE
from sealskill.scan.rule import rules
from sealskill.scan.waive import UNREAD
from sealskill.session import judging


def catalogue() -> dict[str, RuleInfo]:
    """Every rule by id, `unread` and `judge` among them: no rule looks with them, and they can be waived like one."""
    known = [*(rule.info for rule in rules()), UNREAD, JUDGE]
    return {info.id: info for info in sorted(known, key=lambda one: one.id)}


def named(id: str) -> RuleInfo:
    """The rule of that id. Raises UsageError, with ids that look like it."""
    known = catalogue()
    if id not in known:
        raise unknown(id)
    return known[id]


def unknown(id: str) -> UsageError:
    """The error for a rule that there is not, with ids that look like it."""
    import difflib  # late: only a mistake needs it

    known = judging.rule_ids()
    near = [one for one in sorted(known) if id and id in one] or difflib.get_close_matches(id, known, n=3)
    advice = f"did you mean {', '.join(near[:3])}?" if near else "`sealskill rules` names them all"
    return UsageError(f"there is no rule {id!r}", advice=advice)


def engine() -> str:
    """The digest of rules, readers and libraries."""
    return this.engine()
