"""The question about one package: its texts in a block that no text in it can end, within a budget."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from sealskill.model.content import Content
from sealskill.model.opinion import Question
from sealskill.model.report import Unread, Why
from sealskill.model.value import Value
from sealskill.scan.judge.answer import schema
from sealskill.scan.judge.pieces import Piece, Text, ordered, pieces
from sealskill.scan.judge.plain import plain
from sealskill.scan.judge.words import NOTHING_MORE, SYSTEM

_NAMED = 50
"""Files not shown that the model is told by name; a person is told of all."""


class Prepared(Value):
    """A question, the texts it shows, and what it does not show."""

    question: Question
    shown: tuple[Piece, ...]
    unread: tuple[Unread, ...]


def prepare(contents: Iterable[Content | Unread], mark: str, max_chars: int) -> Prepared:
    """The question about the contents of a package.

    `mark` is random and new for each question, so that nobody can have written it into a file. A text that does not
    fit is left out whole and listed: the judge has then not read the package, whatever it answers.
    """
    found = list(pieces(contents))
    lost = [one for one in found if isinstance(one, Unread)]
    shown: list[Piece] = []
    left = max_chars
    for one in ordered(one for one in found if isinstance(one, Text)):
        piece = one.piece if one.least <= left else None  # what cannot fit is not even looked at
        if piece is not None and piece.size <= left:
            left -= piece.size
            shown.append(piece)
        else:
            lost.append(Unread(path=one.path, why=Why.TOO_LARGE, said=f"{left} of {max_chars} characters were left"))
    text = "\n".join(_block(shown, lost, mark))
    question = Question(system=SYSTEM.replace("{mark}", mark), text=text, schema=schema())
    return Prepared(question=question, shown=tuple(shown), unread=tuple(lost))


def _block(shown: list[Piece], lost: list[Unread], mark: str) -> Iterator[str]:
    yield f"{mark} PACKAGE of {len(shown)} files"
    for number, one in enumerate(shown, 1):
        yield f"{mark} FILE {number} {json.dumps(one.shown, ensure_ascii=False)}"
        yield from (f"{at}| {line}" for at, line in enumerate(one.lines, 1))
        yield f"{mark} END OF FILE {number}"
    if lost:
        yield f"{mark} NOT SHOWN {len(lost)} files"
        yield from (f"0| {plain(one.path)}: {one.why.value}" for one in lost[:_NAMED])
    yield f"{mark} END OF PACKAGE"
    yield NOTHING_MORE
