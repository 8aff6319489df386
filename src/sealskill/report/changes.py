"""What is different between two looks at the same roots."""

from __future__ import annotations

from collections.abc import Iterator

from sealskill.model.inventory import Inventory, Listed
from sealskill.report.row import package_of
from sealskill.report.shapes import Change, ChangeDocument
from sealskill.report.status import status_of


def difference(before: Inventory, after: Inventory) -> tuple[Change, ...]:
    """Every package that came, went, or is not what it was, by name."""
    old, new = _folders(before), _folders(after)
    found = (
        _change(old.get(folder), new.get(folder)) for folder in {**old, **new} if old.get(folder) != new.get(folder)
    )
    return tuple(sorted(found, key=lambda one: (one.name, one.path)))


def _folders(inventory: Inventory) -> dict[str, Listed]:
    return {package_of(one).folder: one for one in inventory}


def _change(old: Listed | None, new: Listed | None) -> Change:
    package = package_of(one) if (one := new or old) else None
    return Change(
        what="changed" if old and new else "appeared" if new else "vanished",
        name=package.name if package else "",
        path=package.folder if package else "",
        before=status_of(old).value if old else "",
        after=status_of(new).value if new else "",
    )


def document(changes: tuple[Change, ...], after: Inventory) -> ChangeDocument:
    """One line of `watch --json`."""
    return ChangeDocument(changes=changes, ready=len(after.ready), total=len(after.skills))


def lines(changes: tuple[Change, ...]) -> Iterator[str]:
    """A line for each change."""
    signs = {"appeared": "+", "vanished": "-", "changed": "~"}
    for one in changes:
        states = [state for state in dict.fromkeys((one.before, one.after)) if state]
        yield f"{signs[one.what]} {one.what}  {one.name}: {' -> '.join(states)}"
