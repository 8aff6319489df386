"""What is known of a value in a Python program without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import msgspec

from sealskill.scan.act import Data, Source
from sealskill.scan.document import Span
from sealskill.scan.facts import places
from sealskill.scan.language._python_fold import UNKNOWN
from sealskill.scan.language._python_syntax import Lines
from sealskill.scan.pattern import pattern

MAX_FLOW = 8
"""Places of a flow that are kept: a chain longer than this explains nothing more."""
MAX_TEXT = 4_000
"""Characters of a text that are kept: enough for a script in a string."""
MAX_PLACE = 400
"""Characters of a text that may name a place; longer texts name many things, and lead nowhere in particular."""
MAX_PARTS = 64
"""Elements of a list that are told apart."""
MAX_WEIGHT = 4_096
"""Elements inside elements that are told apart: a list that holds itself twice, sixty times over, has no end."""
_WORTH = {one: rank for rank, one in enumerate((None, Source.TEXT, Source.LOCAL, Source.INPUT, Source.DECODED))}


# All places at once, so that a text that names none is asked about once.
_ANY = pattern("|".join(one.pattern.decode() for one in places.secret_patterns()))


def places_in(said: str) -> frozenset[Data]:
    """What lies at the place that a text names."""
    raw = said.encode("utf-8", "replace")
    return places.data_at(raw) if _ANY.search(raw) else frozenset()


def any_place(data: bytes) -> bool:
    """Whether a program names such a place at all."""
    return bool(_ANY.search(data))


class Scope:
    """The names of a function or module, and those around it."""

    __slots__ = ("names", "outer")

    def __init__(self, outer: Scope | None = None) -> None:
        self.names: dict[str, Value] = {}
        self.outer = outer

    def find(self, name: str) -> Value | None:
        """What a name holds; None for one that nobody set."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class Local(msgspec.Struct, eq=False):
    """A function or class of the program itself."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef
    scope: Scope
    """The names around it."""
    owner: Local | None = None
    """The class a method belongs to."""
    attributes: dict[str, Value] = {}
    """What a class and its objects hold."""
    results: dict[object, Value] = {}
    """What came back, by what was passed in."""
    running: bool = False
    lines: Lines | None = None
    """Where its nodes stand: it may be of another file."""


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """One value: what it says, where it came from, what it carries."""

    text: str = ""
    """What it reads as; what is not known of it stands in braces."""
    exact: bool = False
    """The text is all of it."""
    const: object = None
    """A constant that is no text: bytes, numbers, tables of them."""
    name: str = ""
    """What it is called where it was defined: `requests.post`; `socket.socket()` is what a call of it gives."""
    parts: tuple[Value, ...] = ()
    weight: int = 1
    """How many values it is, those inside its parts included."""
    items: dict[str, Value] = {}
    leads: frozenset[Data] = frozenset()
    """What lies at the place that it names."""
    data: frozenset[Data] = frozenset()
    """What it carries."""
    source: Source | None = None
    url: str = ""
    """Where it came from, or whom it speaks to."""
    path: str = ""
    """The file it stands for or came from."""
    names: tuple[str, ...] = ()
    """Variables of the environment in it."""
    flow: tuple[Span, ...] = ()
    code: Local | None = None
    """The function or class it is."""
    of: Local | None = None
    """The class it is an object of."""
    behind: ast.expr | None = None
    """What it writes through to: the buffer of an archive."""
    walked: str = ""
    """The folder whose every file it stands for."""

    @property
    def known(self) -> str:
        """The text if it is all known, else nothing."""
        return self.text if self.exact else ""


NOTHING = Value()


def text(said: str) -> Value:
    """A text in plain sight."""
    return Value(text=said[:MAX_TEXT], exact=len(said) <= MAX_TEXT)


def joined(values: Iterable[Value], said: str | None = None, *, exact: bool = False) -> Value:
    """What several values carry together; `said` is what they read as."""
    several = [one for one in values if one is not NOTHING]
    if not several:
        return NOTHING if said is None else Value(text=said, exact=exact)
    if len(several) == 1 and said is None:
        return several[0]
    worst = max(several, key=_worth)
    first = next((one for one in several if one.text), several[0])
    return Value(
        text=first.text if said is None else said[:MAX_TEXT],
        exact=exact and len(said or "") <= MAX_TEXT,
        leads=frozenset().union(*(one.leads for one in several)),
        data=frozenset().union(*(one.data for one in several)),
        source=worst.source,
        url=worst.url or next((one.url for one in several if one.url), ""),
        path=next((one.path for one in several if one.path), ""),
        names=tuple(dict.fromkeys(name for one in several for name in one.names))[:MAX_PARTS],
        flow=tuple(dict.fromkeys(span for one in several for span in one.flow))[:MAX_FLOW],
        walked=next((one.walked for one in several if one.walked), ""),
    )


def either(old: Value | None, new: Value) -> Value:
    """What a name holds where a branch may have set it anew."""
    if old is None or old is NOTHING or old is new:
        return new
    both = joined((new, old))
    return msgspec.structs.replace(
        both,
        name=new.name or old.name,
        parts=(new.parts or old.parts),
        weight=max(new.weight, old.weight),
        items=old.items | new.items,
        const=new.const if new.const is not None else old.const,
        code=new.code or old.code,
        of=new.of or old.of,
    )


def but(value: Value, **changes: object) -> Value:
    """The value with some fields changed."""
    return msgspec.structs.replace(value, **changes)


def holding(parts: tuple[Value, ...] = (), items: dict[str, Value] | None = None, rest: Iterable[Value] = ()) -> Value:
    """A list or a table: it carries whatever its elements carry."""
    inner = [one for one in (*parts, *(items or {}).values(), *rest) if _told(one)]
    whole = but(joined(inner), text="", exact=False) if inner else NOTHING
    weight = 1 + sum(one.weight for one in parts)
    return Value(
        parts=parts if weight <= MAX_WEIGHT else (), weight=min(weight, MAX_WEIGHT), items=items or {},
        leads=whole.leads, data=whole.data, source=whole.source, url=whole.url,
        path=whole.path, names=whole.names, flow=whole.flow, walked=whole.walked,
    )  # fmt: skip


def _told(value: Value) -> bool:
    return bool(value.data or value.source or value.leads or value.names or value.url or value.path or value.walked)


def _worth(value: Value) -> int:
    return len(_WORTH) if value.source is Source.FETCHED else _WORTH.get(value.source, 0)


def constant(value: Value) -> object:
    """The constant that a value is; UNKNOWN where it is none."""
    if value.const is not None:
        return value.const
    if value.exact:
        return value.text
    if value.parts:
        several = [constant(one) for one in value.parts]
        return UNKNOWN if UNKNOWN in several else several
    return UNKNOWN


def of_constant(made: object) -> Value:
    """A constant as a value."""
    if isinstance(made, str):
        return text(made) if len(made) <= MAX_TEXT else Value(text=made[:MAX_TEXT], const=made)
    if isinstance(made, bytes | bytearray):
        return Value(
            text=bytes(made[:MAX_TEXT]).decode("utf-8", "replace"), exact=len(made) <= MAX_TEXT, const=bytes(made)
        )
    if isinstance(made, list | tuple) and len(made) <= MAX_PARTS:
        # What is in an inner list is told when somebody asks for it: lists may hold each other without end.
        flat = (Value(const=one) if isinstance(one, list | tuple) else of_constant(one) for one in made)
        return but(holding(tuple(flat)), const=made)
    return Value(text=str(made) if isinstance(made, int) else "", const=made)
