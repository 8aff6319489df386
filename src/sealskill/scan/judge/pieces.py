"""The texts of a package as an agent would come to read them, and whatever of it is no text a model can be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.model.value import Value
from sealskill.scan.decoder import MAX_DECODED, MAX_LAYERS, MAX_PIECES, claiming
from sealskill.scan.judge.plain import lines, plain
from sealskill.scan.texts import readings
from sealskill.scan.torn import Torn
from sealskill.scan.unfold import MAX_TEXT

_MANIFESTS = ("skill.md", "skill.json", "skill.yaml")
_BETWEEN = str.maketrans(dict.fromkeys("`'\"()[]{}<>,;:=|*\t\r\n\\/", " "))


class Text(Value):
    """One text as it stands: a file, or a member of one."""

    path: str
    data: bytes

    @property
    def least(self) -> int:
        """Characters it has at the least, known without reading it: no character of UTF-8 has more than four bytes."""
        return len(self.data) // 4

    @property
    def piece(self) -> Piece:
        """The text as it is shown."""
        return Piece(path=self.path, shown=plain(self.path), lines=tuple(lines(self.data.decode("utf-8", "replace"))))


class Piece(Value):
    """One text as a model is shown it."""

    path: str
    shown: str
    """The path as the model sees it, and as it has to name it."""
    lines: tuple[str, ...]

    @property
    def size(self) -> int:
        """Characters it takes in a question, with the number before each line."""
        return sum(map(len, self.lines)) + len(self.lines) * _GUTTER + len(self.shown)


_GUTTER = 8
"""Characters of a line number, the bar behind it and the line end, at the most in any file a question holds."""
_LOOKED_THROUGH = 1 << 20
"""Bytes of a manifest in which names of files are looked for: four times what one may have."""


def pieces(contents: Iterable[Content | Unread]) -> Iterator[Text | Unread]:
    """Every text of a package, in the order of its files, and what is none. Encodings stay as the agent meets them."""
    for one in contents:
        if isinstance(one, Unread):
            yield one
        else:
            yield from _File(one.path).read(one)


class _File:
    """One file, and how much was taken out of it."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.bytes = 0
        self.count = 0

    def read(self, content: Content) -> Iterator[Text | Unread]:
        if len(content.data) > MAX_TEXT or len(content.layers) > MAX_LAYERS:
            yield Unread(path=content.path, why=Why.TOO_LARGE)
            return
        reading = readings(content.data)
        claimed = claiming(content.data)
        if reading.whole:
            yield from (Text(path=content.path, data=text) for text in reading.texts)
        elif not claimed:
            yield Unread(path=content.path, why=Why.OPAQUE)
        for one in claimed:
            try:
                yield from self._members(one.open(content))
            except Torn:
                yield Unread(path=content.path, why=Why.UNREADABLE)
            except Exception as exc:  # noqa: BLE001  whatever failed, the judge did not see it: it is told
                yield Unread(path=content.path, why=Why.CRASHED, said=type(exc).__name__)

    def _members(self, found: Iterator[Content | Unread]) -> Iterator[Text | Unread]:
        for one in found:
            if isinstance(one, Unread):
                yield one
                continue
            self.bytes, self.count = self.bytes + len(one.data), self.count + 1
            if self.bytes > MAX_DECODED or self.count > MAX_PIECES:
                yield Unread(path=self.path, why=Why.TRUNCATED)
                return
            yield from self.read(one)


def ordered(found: Iterable[Text]) -> list[Text]:
    """The texts in the order an agent meets them: the manifest, what it names as it names it, then the rest."""
    texts = list(found)
    named = _named([one for one in texts if _is_manifest(one.path)])
    return sorted(texts, key=lambda one: (not _is_manifest(one.path), named.get(_last(one.path), len(named)), one.path))


def _is_manifest(path: str) -> bool:
    return path.lower() in _MANIFESTS


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _named(manifests: Sequence[Text]) -> dict[str, int]:
    """Every word of the manifests → its place among them. Going through them once is enough for any number of files."""
    words: dict[str, int] = {}
    for one in manifests:
        for word in one.data[:_LOOKED_THROUGH].decode("utf-8", "replace").translate(_BETWEEN).split():
            words.setdefault(word.rstrip("."), len(words))
    return words
