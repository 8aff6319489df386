"""Text that is safe to print, and pages drawn as text.

Names and descriptions are written by strangers. What would steer a terminal or hide from a reader is shown as the
escape it is (`\\x1b`), never dropped: a dropped character joins two words into one nobody wrote.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from sealskill.report.page import Block, Page, Table

# Unicode's "default ignorable" code points (DerivedCoreProperties.txt), C0, C1, line separators, interlinear marks and
# lone surrogates. U+FE0E and U+FE0F are left alone: they choose how an emoji is drawn.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff\ud800-\udfff]"
)
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029")
_JOINERS = frozenset("\u200c\u200d")
# Letters without case, their marks, and pictures: the scripts that need joiners, and emoji that are built with them.
_JOINED = frozenset({"Lo", "Mn", "Mc", "So", "Sk"})


def harmless(text: str, *, lines: bool = False) -> str:
    """The text without anything that steers a terminal or hides; with `lines`, newlines and tabs stay."""
    if (text.isascii() and text.isprintable()) or not _UNSAFE.search(text):
        return text
    return _UNSAFE.sub(lambda match: _shown(match, lines=lines), text.replace("\r\n", "\n"))


def doubtful(text: str) -> bool:
    """Whether a text holds anything that `harmless` might show as an escape."""
    return _UNSAFE.search(text) is not None


def _shown(match: re.Match[str], *, lines: bool) -> str:
    char = match.group()
    if lines and char in "\n\t":
        return char
    if char in _BREAKS:
        return " "
    if char in _JOINERS and _joins(match.string, match.start()):
        return char
    return f"\\x{ord(char):02x}" if char < "\u0100" else char.encode("unicode_escape", "surrogatepass").decode()


def _joins(text: str, at: int) -> bool:
    """Whether a joiner stands where writing needs one."""
    sides = text[at - 1 : at] + text[at + 1 : at + 2]
    return len(sides) == 2 and all(unicodedata.category(side) in _JOINED for side in sides)


def width(text: str) -> int:
    """How many cells of a terminal the text takes."""
    if text.isascii():
        return len(text)
    return sum(_cells(char, text[at + 1 : at + 2]) for at, char in enumerate(text))


def _cells(char: str, following: str) -> int:
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return 0
    # U+FE0F asks for the picture, which is wide, where the plain sign is narrow: ✉️.
    return 2 if unicodedata.east_asian_width(char) in "WF" or following == "\ufe0f" else 1


def cut(text: str, cells: int) -> str:
    """The text in at most so many cells, with dots where it was cut."""
    if width(text) <= cells:
        return text
    kept, used = "", 0
    for at, char in enumerate(text):
        used += _cells(char, text[at + 1 : at + 2])
        if used > cells - 3:
            break
        kept += char
    return (kept.rstrip() + "...")[: max(cells, 1)]


def draw(page: Page, columns: int = 120) -> str:
    """A page as plain text for a screen that wide; ends in one newline."""
    return "\n\n".join("\n".join(_block(block, columns)) for block in page) + "\n" if page else ""


def _block(block: Block, columns: int) -> Iterator[str]:
    if block.title:
        yield harmless(f"{block.title} {block.status}".rstrip())
    for line in block.lines:
        yield harmless(line)
    if block.table:
        yield from _table(block.table, columns)


def _table(table: Table, columns: int) -> Iterator[str]:
    rows = cells(table, columns)
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (text + " " * (size - width(text)) for text, size in zip(row, widths, strict=True))
        yield (" " * table.indent + "  ".join(padded)).rstrip()


def cells(table: Table, columns: int) -> list[tuple[str, ...]]:
    """The heading, if there is one, and the rows, as they fit a screen that wide."""
    rows = [tuple(harmless(cell) for cell in row) for row in (*_heading(table), *table.rows)]
    widths = _fit(rows, table, columns)
    return [tuple(cut(text, size) for text, size in zip(row, widths, strict=True) if size) for row in rows]


def _heading(table: Table) -> tuple[tuple[str, ...], ...]:
    return (table.columns,) if table.columns else ()


def _fit(rows: Sequence[tuple[str, ...]], table: Table, columns: int) -> list[int]:
    """The width of each column; 0 where the screen is too narrow to show it at all."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    over = table.indent + sum(widths) + 2 * (len(widths) - 1) - columns
    for at, least in _first(table, columns):
        before, widths[at] = widths[at], min(widths[at], max(widths[at] - max(over, 0), least))
        over -= before - widths[at]
    for at in table.gives:
        if over <= 0:
            break
        before, widths[at] = widths[at], _give(widths[at], over, keep=at == table.gives[-1])
        over -= before - widths[at] + (0 if widths[at] else 2)
    return widths


def _first(table: Table, columns: int) -> Iterator[tuple[int, int]]:
    """The columns that give before any is left out, and how far each does."""
    # One name of a stranger must not push what we say of all the others off the screen.
    share = max(columns * 3 // 10, 4 * _LEAST)
    if table.shares:
        yield table.gives[0], 2 * _LEAST
    yield from ((at, share) for at in table.shares)


# Fewer cells say nothing: such a column is left out.
_LEAST = 8


def _give(size: int, over: int, *, keep: bool) -> int:
    if size - over >= _LEAST:
        return size - over
    return min(size, _LEAST) if keep else 0
