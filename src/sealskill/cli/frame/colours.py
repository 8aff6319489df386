"""Pages on a terminal. Every cell is a `Text`, so that `[red]` in a name stays a name."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from sealskill.report.page import Block, Page, Table
from sealskill.report.plain import cells, harmless

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
        console.print(_table(block.table, columns))


def _table(table: Table, columns: int) -> Drawn:
    # Headings are printed as a row: the widths were chosen for it already.
    drawn = Drawn.grid(padding=(0, 2, 0, 0), pad_edge=False)
    rows = cells(table, columns)
    for _ in rows[0]:
        drawn.add_column(no_wrap=True, overflow="ignore")
    for at, row in enumerate(rows):
        heading = bool(table.columns) and at == 0
        drawn.add_row(
            *(Text(cell, "bold" if heading else _style(cell) if _marks(i, row) else "") for i, cell in enumerate(row))
        )
    return drawn


def _marks(at: int, row: tuple[str, ...]) -> bool:
    """Whether a cell holds a state: the first of a table, the last of a list of names and values."""
    return at in {0, len(row) - 1}


def _style(text: str) -> str:
    return _STYLES.get(text[:2], "")
