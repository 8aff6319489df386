"""What one file of a package lays down and another one takes away: a secret in a file is still that secret."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import msgspec

from sealskill.scan.act import Act, Data, Doer, Verb
from sealskill.scan.document import Document, Kind
from sealskill.scan.pattern import pattern

SECRET = frozenset({
    Data.CREDENTIALS, Data.ENVIRONMENT, Data.ENV_FILE, Data.HISTORY, Data.KEYS, Data.CARD, Data.CLIPBOARD,
    Data.CONVERSATION, Data.SCREEN,
})  # fmt: skip
_PLAIN = frozenset({Data.FILES, Data.CHOSEN, Data.SYSTEM})
_LEAST = 5
"""Characters of a file's name from which it is no word that stands everywhere."""
_HANDS = 3
"""Times that a secret is passed on from file to file and still followed."""
_FILLED = "${"
_PROGRAMS = frozenset({
    Kind.PYTHON, Kind.SHELL, Kind.JAVASCRIPT, Kind.TYPESCRIPT, Kind.TSX, Kind.POWERSHELL, Kind.BATCH, Kind.CODE,
})  # fmt: skip
# A program that reaches nothing and runs nothing is not followed; what it may write is among the names it says.
_NAMES = pattern(r"[\"'/]([A-Za-z0-9_-]{3,60}\.[a-z0-9]{2,5})[\"']")
_MANY = 20


class Staged:
    """The files of a package that hold secrets because a program of it wrote them there."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = tuple(documents)
        self._held: dict[str, Act] = {}
        for document in self._documents:
            for act in document.acts:
                if act.verb is Verb.WRITE and act.doer is Doer.CODE and act.data & SECRET:
                    self._hold(act)
        for _ in range(_HANDS if self._held else 0):
            self._pass_on()

    def _hold(self, act: Act) -> bool:
        name = name_of(act.path)
        if not name or name in self._held:
            return False
        self._held[name] = act
        return True

    def _pass_on(self) -> None:
        """Whoever names such a file and writes what he read elsewhere has written the secret there."""
        for document in self._documents:
            kept = self._named_in(document) if document.kind in _PROGRAMS else None
            if kept is not None:
                self._rewritten(document, kept)

    def _rewritten(self, document: Document, kept: Act) -> None:
        wrote = [one for one in document.acts if one.verb is Verb.WRITE]
        for act in wrote:
            if Data.FILES in act.data:
                flow = (*kept.flow, kept.span, act.span)
                self._hold(msgspec.structs.replace(act, data=act.data | kept.data, flow=flow))
        for found in islice(_NAMES.finditer(document.data), 0 if wrote else _MANY):
            span = document.span(found.start(1), found.end(1))
            flow = (*kept.flow, kept.span)
            self._hold(msgspec.structs.replace(kept, span=span, path=found.group(1).decode(), flow=flow))

    def _named_in(self, document: Document) -> Act | None:
        """The secret that a document of another file names."""
        return next(
            (
                act
                for name, act in self._held.items()
                if act.span.document.path != document.path and name.encode() in document.data
            ),
            None,
        )

    def carried(self, act: Act) -> Act:
        """The act with what really lies in the file that it sends."""
        if not self._held or act.data - _PLAIN:
            return act
        kept = self._held.get(name_of(act.path)) if Data.FILES in act.data or act.path else None
        if kept is None and Data.FILES in act.data:
            kept = self._named_in(act.span.document)
        if kept is None:
            return act
        flow = (*kept.flow, kept.span, *act.flow)
        return msgspec.structs.replace(act, data=act.data | kept.data, flow=flow)


def name_of(path: str) -> str:
    """The name of a file, where it is one that tells it from others."""
    name = path.strip("\"'` ").replace("\\", "/").rpartition("/")[2].rstrip("*.")
    return name if len(name) >= _LEAST and not any(one in name for one in _FILLED) else ""
