"""What an expression of a JavaScript program is known to be: what it says, what it is called, what it carries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from sealskill.scan.act import Data, Source
from sealskill.scan.document import Span

MAX_TEXT = 256 << 10
"""Characters of one text that are worked out: a bomb must not fill the memory."""
MAX_NAMES = 40
MAX_FLOW = 6
MAX_SHOWN = 4_000
"""Characters of a text that is not known to its end: it is only looked at, nothing is decoded from it."""
SOME = "$_"
"""Stands in a text for a part that is not known."""
_WORTH = {None: 0, Source.TEXT: 1, Source.INPUT: 2, Source.LOCAL: 3, Source.DECODED: 4, Source.FETCHED: 5}


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """One value."""

    text: str = ""
    """What it reads as; `$_` for a part that is not known, `$NAME` for a variable of the environment."""
    exact: bool = False
    """The text is all of it, and it is a string."""
    const: object = None
    """A number, a list of constants, bytes or a pattern; None where it is none of these."""
    name: str = ""
    """What it is called where it was defined: `child_process.exec`; `axios.create()` is what a call of it gives."""
    node: Any = None
    """The object or array literal that it is."""
    function: int = -1
    """The number of the function of this program that it is."""
    data: frozenset[Data] = frozenset()
    source: Source | None = None
    url: str = ""
    """Where it came from, or whom it speaks to."""
    path: str = ""
    names: tuple[str, ...] = ()
    """Variables of the environment in it."""
    flow: tuple[Span, ...] = ()
    sealed: bool = False
    """It was enciphered."""

    @property
    def known(self) -> str:
        """The text if it is all known, else nothing."""
        return self.text if self.exact else ""

    @property
    def constant(self) -> object:
        """The constant that it is; None where it is none."""
        return self.text if self.exact else self.const


NOTHING = Value()


def but(value: Value, **changes: object) -> Value:
    """The value with some fields changed."""
    return msgspec.structs.replace(value, **changes)


def of(constant: object) -> Value:
    """A constant as a value."""
    if isinstance(constant, str):
        return Value(text=constant[:MAX_TEXT], exact=len(constant) <= MAX_TEXT)
    if isinstance(constant, bytes):
        return Value(text=constant.decode("utf-8", "replace"), const=constant)
    return Value(const=constant, text=shown(constant) if isinstance(constant, int | float) else "")


def shown(constant: object) -> str:
    """A constant as a string, as JavaScript makes one of it."""
    if isinstance(constant, bool):
        return "true" if constant else "false"
    if isinstance(constant, float):
        return str(int(constant)) if constant.is_integer() and abs(constant) < 1e15 else str(constant)
    if isinstance(constant, list):
        return ",".join(shown(one) for one in constant)
    if isinstance(constant, bytes):
        return constant.decode("utf-8", "replace")
    return str(constant)


def carried(value: Value) -> Value:
    """Only what a value carries: data, where it came from, names."""
    if not (value.data or value.source or value.names or value.url or value.path or value.sealed):
        return NOTHING
    return Value(
        data=value.data, source=value.source, url=value.url, path=value.path, names=value.names, flow=value.flow,
        sealed=value.sealed,
    )  # fmt: skip


def joined(values: Iterable[Value], text: str | None = None, *, exact: bool = False) -> Value:
    """What several values carry together; `text` is what they read as."""
    several = [one for one in values if one is not NOTHING]
    if not several:
        return NOTHING if text is None else Value(text=text[: MAX_TEXT if exact else MAX_SHOWN], exact=exact)
    if len(several) == 1 and text is None:
        return several[0]
    most = MAX_TEXT if exact else MAX_SHOWN
    worst = max(several, key=lambda one: _WORTH.get(one.source, 0))
    return Value(
        text=next((one.text for one in several if one.text), "") if text is None else text[:most],
        exact=exact and len(text or "") <= MAX_TEXT,
        name=next((one.name for one in several if one.name), "") if text is None else "",
        node=next((one.node for one in several if one.node is not None), None) if text is None else None,
        function=next((one.function for one in several if one.function >= 0), -1) if text is None else -1,
        data=frozenset[Data]().union(*(one.data for one in several)),
        source=worst.source,
        url=worst.url or next((one.url for one in several if one.url), ""),
        path=next((one.path for one in several if one.path), ""),
        names=tuple(dict.fromkeys(name for one in several for name in one.names))[:MAX_NAMES],
        flow=tuple(dict.fromkeys(span for one in several for span in one.flow))[:MAX_FLOW],
        sealed=any(one.sealed for one in several),
    )  # fmt: skip
