"""A text that is data, as prose: each value a block of its own, each comment one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from sealskill.scan.act import Act
from sealskill.scan.document import Document
from sealskill.scan.language import _commanded, _orders
from sealskill.scan.language._commands import anchors
from sealskill.scan.language._sentences import Run
from sealskill.scan.prose import Prose, Where
from sealskill.scan.values.value import Role, Value, is_page

ANCHORS = tuple(dict.fromkeys((*_orders.ANCHORS, *anchors.ACTING, *anchors.WINDOWS, *anchors.PLACES)))
_WHERE = {Role.COMMENT: Where.COMMENT, Role.STRAY: Where.PARAGRAPH}
_MARKS = b" \t#/*;"
_MIN = 4
"""Bytes below which a value says nothing."""


class Sheet(Prose):
    """The prose of a data file, and its values."""

    values: tuple[Value, ...] = ()


def sheet(document: Document, values: Iterable[Value], *, skip: Callable[[Value], bool] = is_page) -> Sheet:
    """What the values of a document say; pages among them are documents of their own."""
    kept = tuple(values)
    run = Run(document)
    for value in kept:
        if not skip(value):
            _say(run, value)
    made = Sheet(document, **run.parts())
    made.values = kept
    return made


def _say(run: Run, value: Value) -> None:
    """A value as a block; a blank line in it, or a bullet, begins another."""
    where = _WHERE.get(value.role, Where.META)
    for at, piece in value.runs:
        if where is Where.COMMENT or (b"\n" in piece and len(piece) > 1):
            _lines(run, at, piece, where)
        elif piece == b"\n" and len(value.runs) > 1:
            run.end(where)
        elif len(piece) >= _MIN or run.pending:
            run.add(piece, at)
    run.end(where)


def _lines(run: Run, at: int, piece: bytes, where: Where) -> None:
    for line in piece.splitlines(keepends=True):
        bare = line.lstrip(_MARKS) if where is Where.COMMENT else line
        if bare.strip():
            # The end of a comment is no word of it; the line end is, as a blank.
            said = bare.rstrip(_MARKS + b"\n") + b" " if where is Where.COMMENT else bare
            run.add(said, at + len(line) - len(bare))
        else:
            run.end(where)
        at += len(line)


def acts(document: Document) -> tuple[Act, ...]:
    """What its commands do, and what its sentences order."""
    said = document.sentences
    commanded: Iterator[Act] = iter(())
    if isinstance(said, Sheet) and anchors.ANY.search(document.data):
        commanded = _commanded.acts(document, said.values)
    return tuple(chain(_orders.acts(document), commanded))
