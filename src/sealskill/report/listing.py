"""All skills of a load: the table people read and the document programs read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sealskill.model.inventory import Inventory, Listed
from sealskill.model.settings import Settings
from sealskill.model.skill import Blocked, Ready, Shadowed
from sealskill.report.faces import icons
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.row import Commands, failed, manifest_of, missing_of, package_of, reasons_of, row_of, words
from sealskill.report.shapes import ListDocument, Unread
from sealskill.report.status import Status, cause_word, sign, status_of
from sealskill.report.summary import summary_of

_COLUMNS = ("Status", "Skill", "Description", "Source")
_ORDER = {status: at for at, status in enumerate(Status)}


def chosen(inventory: Inventory, *, category: str | None = None, eligible: bool = False) -> tuple[Listed, ...]:
    """The packages a person asked to see, by name."""
    return tuple(
        one
        for one in inventory
        if (category is None or manifest_of(one).category == category)
        and (not eligible or status_of(one) is Status.READY)
    )


def document(
    inventory: Inventory, settings: Settings, shown: Iterable[Listed], commands: Commands | None = None
) -> ListDocument:
    """`list --json`: the packages shown, and the counts of all."""
    return ListDocument(
        workspace_dir=settings.workspace,
        managed_skills_dir=f"{settings.state}/skills",
        skills=tuple(row_of(one, commands) for one in shown),
        summary=summary_of(inventory, commands),
        unreadable=tuple(Unread(path=one.path, why=one.why, advice=one.advice) for one in inventory.unreadable),
        notices=inventory.notices,
    )


def listing(shown: Sequence[Listed], *, verbose: bool = False, seals: bool = False) -> Page:
    """The packages as a table, in the order given; `verbose` adds what each one misses, `seals` its whole seal."""
    if not shown:
        return page(Block(lines=("No skills found.",)))
    columns = (*_COLUMNS, "Missing") if verbose else _COLUMNS
    rows = tuple(_cells(one)[: len(columns)] for one in shown)
    gives, shares = ((2, 4, 3, 1), (1, 4)) if verbose else ((2, 3, 1), (1,))
    if seals:  # last, and never cut: half a seal names nothing
        columns, rows = (*columns, "Seal"), tuple((*row, _seal(one)) for row, one in zip(rows, shown, strict=True))
    table = Table(columns=columns, rows=rows, gives=gives, shares=shares)
    return page(Block(title=heading(shown), table=table))


def heading(shown: Iterable[Listed]) -> str:
    """`Skills (10/12 ready)`. A skill a person switched off is not waited for, so the second figure leaves it out."""
    states = [status_of(one) for one in shown]
    ready = states.count(Status.READY)
    return f"Skills ({ready}/{ready + states.count(Status.MISSING) + states.count(Status.BLOCKED)} ready)"


def by_status(shown: Iterable[Listed]) -> tuple[Listed, ...]:
    """The packages grouped by state; within a state the order stays."""
    return tuple(sorted(shown, key=lambda one: _ORDER[status_of(one)]))


def _cells(one: Listed) -> tuple[str, ...]:
    package, manifest = package_of(one), manifest_of(one)
    return (
        sign(status_of(one)),
        f"{package.name} {icons(manifest.capabilities)}".rstrip(),
        manifest.description,
        package.root.label.value,
        words(missing_of(failed(one))) or _reason(one),
    )


def _seal(one: Listed) -> str:
    return (one.seal or "cannot be sealed") if isinstance(one, (Ready, Blocked)) else ""


def _reason(one: Listed) -> str:
    """The cause in a word or two, for what misses nothing; `info` has the sentence, and what a scan found."""
    if isinstance(one, Ready) or status_of(one) is Status.DISABLED:
        return ""
    first = next(iter(reasons_of(one)), None)
    if first is None or first.gate == "verdict":
        return ""
    name = "" if isinstance(one, Shadowed) else first.name
    return f"{cause_word(first.gate)}: {name}" if name else cause_word(first.gate)
