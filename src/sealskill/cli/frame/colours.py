"""Pages on a terminal. Every cell is a `Text`, so that `[red]` in a name stays a name."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from sealskill.report.page import Block, Page, Table
from sealskill.report.plain import cells, harmless, width

_STYLES = {"+ ": "green", "x ": "red", "! ": "yellow", "- ": "dim", "[b": "red", "[w": "yellow", "[i": "yellow"}


def show(page: Page, columns: int) -> None:
    """Draw a page on the terminal."""
    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True, width=columns)
    for at, block in enumerate(page):
        if at:
            console.print()
        _block(console, block, columns)


def _block(console: Console, block: Block, columns: int) -> None:
    if block.title:
        title = Text(harmless(block.title), "bold")
        console.print(title.append(f" {block.status}" if block.status else "", _style(block.status)))
    for line in block.lines:
        console.print(Text(harmless(line)))
    if block.table:
        rows = cells(block.table, columns)
        # What was not cut is meant to be whole: a path that is too long wraps at the edge and can still be copied.
        console.width = max(columns, sum(max(map(width, column)) + _GAP for column in zip(*rows, strict=True)))
        console.print(_table(block.table, rows))
        console.width = columns


_GAP = 2


def _table(table: Table, rows: list[tuple[str, ...]]) -> Drawn:
    # Headings are printed as a row: the widths were chosen for it already.
    drawn = Drawn.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
    for _ in rows[0]:
        drawn.add_column(no_wrap=True, overflow="ignore")
    for at, row in enumerate(rows):
        heading = bool(table.columns) and at == 0
        drawn.add_row(*(Text(cell, "bold" if heading else _mark(i, row)) for i, cell in enumerate(row)))
    return drawn


def _mark(at: int, row: tuple[str, ...]) -> str:
    """The style of a cell. A state stands first in a table, last in a list of names and values."""
    return _style(row[at]) if at in {0, len(row) - 1} else ""


def _style(text: str) -> str:
    return _STYLES.get(text[:2], "")
