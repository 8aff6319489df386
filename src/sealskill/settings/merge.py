"""Layer upon layer: a stronger one replaces, an untrusted workspace only narrows, and each value keeps its source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET

from sealskill.model.settings import Shown
from sealskill.model.value import Value
from sealskill.settings.kinds import Bag
from sealskill.settings.shape import Key, Leaf, leaf
from sealskill.settings.walk import Given

TRUST_FIRST = "an untrusted workspace may not set this: run `sealskill trust .` to obey it"


class Held(Value):
    """A value that stands, and who set it."""

    value: Any
    source: str


Standing = Mapping[Key, Held]


def standing(values: Standing, key: Key) -> Held:
    """What stands for a setting: what was set, else what it falls back to, else its default."""
    if key in values:
        return values[key]
    known = leaf(key)
    return standing(values, known.fallback) if known.fallback else Held(value=known.default, source="default")


def replace(values: Standing, layer: Iterable[Given]) -> tuple[Standing, list[Shown]]:
    """The values after a layer that may say anything, and what it said in vain."""
    after, ignored = dict(values), []
    for given in layer:
        if given.leaf.ignored:
            ignored.append(shown(given, given.value, given.leaf.ignored))
            continue
        value = given.value
        if isinstance(value, Bag) and given.key in after:
            value = _joined(after[given.key].value, value)
        after[given.key] = Held(value=value, source=given.source)
    return after, ignored


def narrow(values: Standing, layer: Iterable[Given]) -> tuple[Standing, list[Shown]]:
    """The values after a layer that may only make things smaller, and everything else it asked for.

    Each setting is compared with what stood before the layer: one line of it must not open the door for the next.
    """
    after, ignored = dict(values), []
    for given in layer:
        if given.leaf.ignored:
            ignored.append(shown(given, given.value, given.leaf.ignored))
            continue
        obeyed, refused = given.leaf.narrow.apply(standing(values, given.key).value, given.value)
        if obeyed is not UNSET:
            after[given.key] = Held(value=obeyed, source=given.source)
        if refused is not UNSET:
            ignored.append(shown(given, refused, TRUST_FIRST))
    return after, ignored


def shown(given: Given, value: Any, ignored: str = "") -> Shown:
    """One line for `config show`, with no secret in it."""
    return Shown(key=".".join(given.key), value=printed(given.leaf, value), source=given.source, ignored=ignored)


def printed(known: Leaf, value: Any) -> Any:
    """What may be printed of a value."""
    return None if value is None else known.kind.show(value)


def _joined(below: Any, above: Mapping[str, Any]) -> Bag:
    """Two free maps, key by key; where both have a map, these are joined too."""
    both = Bag(below)
    for key, value in above.items():
        meet = isinstance(value, Mapping) and isinstance(both.get(key), Mapping)
        both[key] = _joined(both[key], value) if meet else value
    return both
