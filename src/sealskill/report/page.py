"""What a report looks like before anybody decides how to draw it: plain text, or a terminal with colours."""

from __future__ import annotations

from sealskill.model.value import Value


class Table(Value):
    """Rows under headings. Cells are raw: whoever draws them makes them harmless."""

    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...] = ()
    """Headings; none for a list of names and values."""
    gives: tuple[int, ...] = ()
    """Columns that are cut, then left out, when the screen is narrow: the first goes first, the last always stays."""
    shares: tuple[int, ...] = ()
    """Columns strangers fill: where the screen is narrow, each is cut to its share of it before any other gives."""
    indent: int = 0


class Block(Value):
    """One section: a title, lines, a table, each only if there is something in it."""

    title: str = ""
    lines: tuple[str, ...] = ()
    table: Table | None = None
    status: str = ""
    """A status shown beside the title."""

    @property
    def empty(self) -> bool:
        """Whether nothing would be drawn."""
        return not (self.title or self.lines or self.table)


Page = tuple[Block, ...]


def page(*blocks: Block | None) -> Page:
    """The blocks that hold something, in order."""
    return tuple(block for block in blocks if block is not None and not block.empty)
