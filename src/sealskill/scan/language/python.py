"""Python: what a program does, followed from name to name, and what its comments say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from sealskill.scan.act import Act
from sealskill.scan.document import Document, Kind
from sealskill.scan.language import _python_gate, _sentences
from sealskill.scan.language._python_flow import Reading
from sealskill.scan.language._python_modules import programs_of
from sealskill.scan.language._python_syntax import tree_of
from sealskill.scan.pattern import pattern
from sealskill.scan.prose import Prose, Where
from sealskill.scan.readers import Reader


def acts(document: Document) -> tuple[Act, ...]:
    """What the program does, in order; nothing for what is too large or deep to be followed."""
    beside = document.beside
    callers = programs_of(beside).calling(document) if beside is not None else []
    own = _read(document) if _python_gate.worth(document) else ()
    # What a file does with what another passes to it is told in the file where it is done.
    rest = (act for one in callers if _python_gate.worth_together(one) for act in _read(one))
    return (*(act for act in own if act.span.document.path == document.path), *_others(rest, document, own))


def _others(found: Iterable[Act], document: Document, own: tuple[Act, ...]) -> Iterator[Act]:
    """The acts done in a file that it does not do by itself."""
    known = set(own)
    yield from (act for act in found if act.span.document.path == document.path and act not in known)


def _read(document: Document) -> tuple[Act, ...]:
    """All acts of a program, those in other files among them; read once."""
    memo = document.beside.memo if document.beside is not None else {}
    key = f"acts of {document.path}"
    if key not in memo:
        tree = tree_of(document.data)
        memo[key] = Reading(document).read(tree) if tree is not None else ()
    return cast("tuple[Act, ...]", memo[key])


# Strings first, so that a hash in one of them is no comment.
_TOKENS = pattern(
    r'"""(?:[^"\\]|\\.|"[^"]|""[^"])*"""|'
    r"'''(?:[^'\\]|\\.|'[^']|''[^'])*'''|"
    r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|#[^\n]*(?:\n[ \t]*#[^\n]*)*"
)
MIN_SAID = 40
"""Bytes from which on a string may be a sentence."""


def sentences(document: Document) -> Prose:
    """What comments, docstrings and long strings say."""
    run = _sentences.Run(document)
    for token in _TOKENS.finditer(document.data):
        start, end = token.start(), token.end()
        first = document.data[start : start + 3]
        if first[:1] == b"#":
            _comment(run, start, end)
        elif first in (b'"""', b"'''"):
            _said(run, start + 3, end - 3, Where.COMMENT)
        elif end - start > MIN_SAID and document.data.count(b" ", start, end) > 4:
            _said(run, start + 1, end - 1, Where.META)
    return run.prose()


def _said(run: _sentences.Run, start: int, end: int, where: Where) -> None:
    """What a string says; one of a single line is one block."""
    if run.document.data.find(b"\n", start, end) < 0:
        run.add(run.document.data[start:end], start)
        run.end(where)
    else:
        run.lines(start, end, where)


def _comment(run: _sentences.Run, start: int, end: int) -> None:
    """Comments in lines that follow each other are one text."""
    at = start
    for line in run.document.data[start:end].split(b"\n"):
        bare = line.lstrip(b" \t#!")
        run.add(bare + b" ", at + len(line) - len(bare))
        at += len(line) + 1
    run.end(Where.COMMENT)


READER = Reader(kinds=(Kind.PYTHON,), acts=acts, sentences=sentences, anchors=_python_gate.ANCHORS)
