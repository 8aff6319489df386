"""What a format of scan reports is, and the folder as its registry."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from sealskill.model.catalogue import RuleInfo
from sealskill.model.draft import Unreadable
from sealskill.model.report import Scanned, Tally
from sealskill.model.value import Value
from sealskill.report import formats as folder
from sealskill.report.page import Page


class Results(Value):
    """Everything one `sealskill scan` has to say. A format only writes it down."""

    scans: tuple[Scanned, ...]
    """In the order the packages were found; each with its findings, worst first, the waived ones among them."""
    summary: Tally
    rules: Mapping[str, RuleInfo]
    """By id: every rule of this scanner, `unread` among them. A finding names one of them."""
    lost: tuple[Unreadable, ...] = ()
    """Places that were named and could not be looked into."""
    notices: tuple[str, ...] = ()
    """What a person should hear: waivers that expired or name no rule, caps that were reached."""
    policy: str = "balanced"
    engine: str = ""
    """The digest of rules and readers."""
    verbose: bool = False
    """Whether hygiene, and what only authors want to hear, is asked for too."""


class ReportFormat(Value):
    """One format. Strings of strangers are in `Results` as they were written: a format makes them harmless."""

    name: str
    """As `--format` takes it."""
    render: Callable[[Results], str]
    """The whole report as text; ends in a newline."""
    page: Callable[[Results], Page] | None = None
    """The same for a terminal that draws, where the format has such a thing."""
    suffixes: tuple[str, ...] = ()
    """File names that mean this format for `--output`: `.sarif`."""


class NoFormat(ImportError):
    """A file of the formats' folder forgot its `FORMAT`."""


def names() -> tuple[str, ...]:
    """The formats there are, from the names of their files: none is imported to know them."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(folder.__path__)))


@cache
def formats() -> dict[str, ReportFormat]:
    """Every format, by name. Raises NoFormat."""
    found: dict[str, ReportFormat] = {}
    for module in sorted(pkgutil.iter_modules(folder.__path__), key=lambda one: one.name):
        one = getattr(import_module(f"{folder.__name__}.{module.name}"), "FORMAT", None)
        if not isinstance(one, ReportFormat):
            raise NoFormat(f"{module.name}.py of the report formats ends without FORMAT = ReportFormat(...)")
        if one.name != module.name:
            raise NoFormat(f"{module.name}.py of the report formats holds {one.name!r}: name both alike")
        found[one.name] = one
    return found
