"""What an expression of a program without a grammar of its own is known to be."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sealskill.scan.act import Data, Source
from sealskill.scan.document import Span
from sealskill.scan.facts.places import data_at

MAX_TEXT = 4_000
"""Characters of a text that are kept: enough for a script in a string."""
MAX_FLOW = 6
MAX_NAMES = 20
SOME = "$_"
"""Stands in a text for a part that is not known."""
_WORTH = {None: 0, Source.TEXT: 1, Source.INPUT: 2, Source.LOCAL: 3, Source.DECODED: 4, Source.FETCHED: 5}


class Value(msgspec.Struct, frozen=True, gc=False):
    """One value."""

    text: str = ""
    """What it reads as; `$_` for a part that is not known."""
    name: str = ""
    """What it was made by: `request`, `connection`, `file`, `process`; or what a program calls it."""
    data: frozenset[Data] = frozenset()
    leads: frozenset[Data] = frozenset()
    """What lies at the places that its texts name."""
    source: Source | None = None
    url: str = ""
    path: str = ""
    """The file that it is, where it is one that is open."""
    names: tuple[str, ...] = ()
    """Variables of the environment in it."""
    flow: tuple[Span, ...] = ()
    parts: tuple[Value, ...] = ()
    """What a list holds, one by one."""
    posts: bool = False
    """It is a request that takes something along."""

    @property
    def carries(self) -> bool:
        """Whether it is worth following."""
        return bool(self.data or self.leads or self.source or self.url or self.names or self.name or self.posts)


NOTHING = Value()


def but(value: Value, **changes: object) -> Value:
    """The value with some fields changed."""
    return msgspec.structs.replace(value, **changes)


def said(text: str, span: Span) -> Value:
    """A text that stands in the program."""
    leads = data_at(text) if len(text) < MAX_TEXT else frozenset[Data]()
    return Value(text=text[:MAX_TEXT], leads=leads, flow=(span,) if leads else ())


def joined(values: Iterable[Value], text: str | None = None) -> Value:
    """What several values carry together; `text` is what they read as."""
    several = [one for one in values if one is not NOTHING]
    if not several:
        return Value(text=text[:MAX_TEXT]) if text else NOTHING
    if len(several) == 1 and text is None:
        return several[0]
    worst = max(several, key=lambda one: _WORTH[one.source])
    return Value(
        text=next((one.text for one in several if one.text), "") if text is None else text[:MAX_TEXT],
        name=next((one.name for one in several if one.name), ""),
        data=frozenset[Data]().union(*(one.data for one in several)),
        leads=frozenset[Data]().union(*(one.leads for one in several)),
        source=worst.source,
        url=worst.url or next((one.url for one in several if one.url), ""),
        path=next((one.path for one in several if one.path), ""),
        names=tuple(dict.fromkeys(name for one in several for name in one.names))[:MAX_NAMES],
        flow=tuple(dict.fromkeys(span for one in several for span in one.flow))[:MAX_FLOW],
        posts=any(one.posts for one in several),
    )


def glued(one: Value, other: Value) -> Value:
    """One text after the other."""
    text = (one.text or SOME) + (other.text or SOME)
    whole = joined((one, other), text)
    return but(whole, leads=whole.leads | data_at(whole.text)) if len(whole.text) < MAX_TEXT else whole
