"""Pickles: what loading one would import and call, by its instructions. Nothing is ever loaded."""

from __future__ import annotations

import pickletools
from collections.abc import Iterator

from sealskill.model.content import Content
from sealskill.model.report import Unread, Why
from sealskill.scan.container._parts import gaps, inner
from sealskill.scan.decoder import Container
from sealskill.scan.pattern import bytewise
from sealskill.scan.torn import Torn

_OLD = bytewise(r"\A[^\n]{0,24}?c[A-Za-z_][\w.]{0,80}\n[A-Za-z_][\w.]{0,80}\n")
_MODULES = {"posix": "os", "nt": "os", "__builtin__": "builtins", "copy_reg": "copyreg"}
_CALLS = frozenset(("REDUCE", "INST", "OBJ", "NEWOBJ", "NEWOBJ_EX", "BUILD"))
_MAX_TEXTS = 2000
_MAX_STRING = 1 << 16
_PLAIN = frozenset(
    "collections datetime decimal fractions uuid pathlib numpy numpy.core.multiarray numpy._core.multiarray torch "
    "torch._utils torch.storage _codecs copyreg array numpy.core._internal numpy._core._internal".split()
)
"""Modules out of which data is put together again."""
_TYPES = frozenset(
    "range xrange set frozenset list dict tuple bytearray bytes str int float complex bool slice object".split()
)


def _claims(data: bytes) -> bool:
    """A mark and a version, or the oldest form, which begins with an import."""
    framed = data[:1] == b"\x80" and 2 <= data[1] <= 5 if len(data) > 2 else False
    return data.rstrip(b"\0\r\n ").endswith(b".") and (framed or (bool(_OLD.search(data[:256])) and _runs(data)))


def _runs(data: bytes) -> bool:
    """Whether every letter is an instruction: words one below the other begin like a pickle as well."""
    try:
        _Reading().read(data)
    except Torn:
        return False
    return True


def _open(content: Content) -> Iterator[Content | Unread]:
    reading = _Reading()
    end = reading.read(content.data)
    if reading.texts:
        yield inner(content, "pickle", "texts", "\n".join(reading.texts).encode("utf-8", "replace"))
    if reading.calls:
        yield inner(content, "pickle", "calls.py", "\n".join(reading.lines()).encode("utf-8", "replace"))
        said = f"loading it calls {', '.join(sorted(set(reading.calls))[:4])}"
        yield Unread(path=content.path, why=Why.OPAQUE, said=said)
    end += len(content.data[end:]) - len(content.data[end:].lstrip(b"\r\n "))
    yield from gaps(content, "pickle", ((0, end),))


class _Reading:
    """The imports and texts of one pickle."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.calls: list[str] = []
        self._made: list[str] = []
        self._memo: dict[int, str] = {}
        self._recent: list[str] = []
        self._given: list[str] = []

    def read(self, data: bytes) -> int:
        """Take in every instruction; where the last one ends comes back. Raises Torn."""
        try:
            for opcode, argument, place in pickletools.genops(data):
                self._take(opcode.name, argument)
                end = (place or 0) + 1
        except (ValueError, OverflowError, IndexError, UnicodeError) as exc:
            raise Torn(str(exc)[:200]) from exc
        return end

    def lines(self) -> Iterator[str]:
        """The calls as a program would write them."""
        yield from (f"import {module}" for module in dict.fromkeys(call.rpartition(".")[0] for call in self.calls))
        yield from self._made

    def _take(self, name: str, argument: object) -> None:
        if name in ("GLOBAL", "INST"):
            module, _, attribute = str(argument).partition(" ")
            self._imported(module, attribute)
        elif name == "STACK_GLOBAL" and len(self._recent) > 1:
            self._imported(*self._recent[-2:])
        elif name in ("MEMOIZE", "PUT", "BINPUT", "LONG_BINPUT"):
            key = len(self._memo) if argument is None else argument
            if self._recent and isinstance(key, int):
                self._memo[key] = self._recent[-1]
        elif name in ("GET", "BINGET", "LONG_BINGET"):
            key = int(str(argument))
            self._recent = [*self._recent[-1:], self._memo.get(key, "")]
        elif isinstance(argument, str | bytes | bytearray):
            self._string(argument if isinstance(argument, str) else bytes(argument).decode("utf-8", "replace"))
        if name in _CALLS:
            self._called()

    def _string(self, text: str) -> None:
        self._recent = [*self._recent[-1:], text]
        if len(self.texts) < _MAX_TEXTS and "\ufffd" not in text and (text.isprintable() or "\n" in text):
            self.texts.append(text[:_MAX_STRING])
            self._given.append(text[:_MAX_STRING])

    def _imported(self, module: str, attribute: str) -> None:
        module = _MODULES.get(module, module)
        self._recent, self._given = [attribute], []
        plain = module in _PLAIN or (module == "builtins" and attribute in _TYPES)
        if not plain and module.isprintable() and attribute.isprintable():
            self.calls.append(f"{module}.{attribute}")

    def _called(self) -> None:
        if self.calls and len(self._made) < _MAX_TEXTS:
            given = ", ".join(repr(one) for one in self._given[:4])
            self._made.append(f"{self.calls[-1].removeprefix('builtins.')}({given})")


CONTAINER = Container(
    name="pickle", open=_open, check=_claims,
    magic=(*(b"\x80" + bytes((version,)) for version in range(2, 6)), b"c", b"(", b"]", b"}", b")", b"q"),
)  # fmt: skip
