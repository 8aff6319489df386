"""The listing itself: order, choose, write. What was left out is part of the answer."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice

from sealskill.model.skill import Ready
from sealskill.model.value import Value
from sealskill.prompt import budget as budgets
from sealskill.prompt import select
from sealskill.prompt.budget import Budget, Page, Sheet
from sealskill.prompt.catalogue import CATALOGUE, Form, Locations, entry, listable, shown_name, visible
from sealskill.prompt.select import Wishes


class Listing(Value):
    """A listing for the model, and what a person should hear of it."""

    text: str
    skills: tuple[Ready, ...] = ()
    """What is listed, in the order it is printed."""
    left_out: tuple[Ready, ...] = ()
    """What is not, most important first. Skills hidden from the model are in neither."""
    longest: int | None = None
    """The most characters a description has here; None if each is whole."""
    chars: int = 0

    @property
    def listed(self) -> tuple[str, ...]:
        """The names of what is listed."""
        return tuple(shown_name(one.skill) for one in self.skills)

    @property
    def omitted(self) -> tuple[str, ...]:
        """The names of what was left out."""
        return tuple(shown_name(one.skill) for one in self.left_out)

    @property
    def shortened(self) -> bool:
        """Whether a description was cut."""
        return self.longest is not None


def write(
    ready: Iterable[Ready],
    locations: Locations,
    *,
    form: Form = CATALOGUE,
    budget: Budget = Budget(),  # noqa: B008 -- frozen
    wishes: Wishes = Wishes(),  # noqa: B008 -- frozen
) -> Listing:
    """The listing of the skills a model may read, never over budget.

    Everything in full; if that is too long, shorter descriptions; if that is too long, fewer skills.
    """
    ranked = select.order(filter(visible, ready), wishes)
    entries = (entry(form, one, locations(one)) for one in ranked if listable(one))
    sheet = Sheet(form, islice(entries, budget.skills), ranked)
    page = budgets.all_listed(budget, sheet) if sheet.entries else Page(count=0)
    if page is None:
        fitting = (one for one in chain(sheet.entries, entries) if budgets.alone(form, budget, one))
        sheet = Sheet(form, islice(fitting, budget.skills), ranked)
        page = budgets.some_listed(budget, sheet)
    return _print(budget, sheet, page) if page.count else _nothing(form, budget, ranked)


def _print(budget: Budget, sheet: Sheet, page: Page) -> Listing:
    text = budgets.printed(budget, sheet, page)
    return Listing(
        text=text,
        skills=tuple(one.ready for one in sheet.listed(page.count)),
        left_out=sheet.omitted(page.count),
        longest=page.longest if any(one.cut(page.longest) for one in sheet.entries[: page.count]) else None,
        chars=len(text),
    )


def _nothing(form: Form, budget: Budget, ranked: tuple[Ready, ...]) -> Listing:
    fits = len(form.empty) <= budget.chars and budget.counts(form.empty)
    text = form.empty if fits else ""
    return Listing(text=text, left_out=ranked, chars=len(text))
