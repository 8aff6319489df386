"""What is set, by whom, and what of it is not obeyed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from sealskill.model.settings import Shown
from sealskill.report.page import Block, Page, Table, page
from sealskill.report.shapes import ConfigDocument, Setting


def document(shown: Sequence[Shown], problems: Sequence[str]) -> ConfigDocument:
    """`config show --json`."""
    rows = tuple(
        Setting(
            key=one.key, value=msgspec.to_builtins(one.value, str_keys=True), source=one.source, ignored=one.ignored
        )
        for one in shown
    )
    return ConfigDocument(settings=rows, problems=tuple(problems))


def config(shown: Sequence[Shown], problems: Sequence[str]) -> Page:
    """The settings as a table; what is ignored and what is wrong below it."""
    rows = tuple((one.key, _text(one.value), one.source) for one in shown if not one.ignored)
    ignored = tuple(f"{one.key} ({one.source}): {one.ignored}" for one in shown if one.ignored)
    return page(
        Block(table=Table(columns=("Setting", "Value", "Source"), rows=rows, gives=(1, 0))) if rows else None,
        Block(title="Ignored", lines=ignored) if ignored else None,
        Block(title="Problems", lines=tuple(problems)) if problems else None,
    )


def _text(value: Any) -> str:
    value = msgspec.to_builtins(value, str_keys=True)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
